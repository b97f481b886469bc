import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FORMATS, type Format, MEDIA_TYPES, Type, type TypeOf } from '../../../contract/index.ts';
import { created, type Door, repeated, taskOf, type WriteResult } from '../../access/index.ts';
import type { Catalogue, Definition, ServedDefinition } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import type { Input } from '../../http/route.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { openTempFolder } from '../../shared/system/folders.ts';
import { beginImport } from './begin-import.ts';
import type { Held } from './held-import.ts';
import { requireRoom } from './import-bounds.ts';
import { followWithImport, type ImportFiles } from './import-jobs.ts';
import { message } from './messages/message.ts';
import { receiveBody } from './receive-file.ts';
import { openRecords } from './source/records-of.ts';

export interface ImportParts {
  readonly store: RecordStore;
  readonly files: ImportFiles;
  /** The folder in which files arrive. */
  readonly incoming: string;
  readonly mostBytes: number;
}

export const importQuery = Type.Object(
  {
    format: Type.Optional(Type.String({ enum: FORMATS, about: message('transferFormat') })),
    key: Type.Optional(Type.String({ maxLength: 40, about: message('importKey') })),
    dry_run: Type.Optional(Type.Boolean({ about: message('importDryRun') })),
    file: Type.Optional(Type.String({ maxLength: 255, about: message('importFileName') })),
  },
  { additionalProperties: false },
);

/** Receives the whole file and reads its beginning before anything is written; a job imports its records. */
export async function startImport(
  definition: ServedDefinition,
  { store, files, incoming, mostBytes }: ImportParts,
  door: Door,
  { body, query, headers }: Input<object, TypeOf<typeof importQuery>>,
): Promise<WriteResult> {
  requireUnreviewed(definition);
  if (!(body instanceof Readable)) throw badParameters({ '': message('bodyNotAFile') });
  const { format = formatOf(headers['content-type']), key, dry_run = false, file = '' } = query;
  const task = await taskOf(door);
  await requireRoom(door, task.userId);
  await using folder = await openTempFolder(incoming);
  const place = join(folder.path, 'rows');
  const { size, sha256 } = await receiveBody(body, place, mostBytes);
  await readBeginning({ definition, catalogue: store.catalogue }, format, place);
  const fileKey = newFileKey();
  await files.put(fileKey, place);
  const request = { definition, file, format, size, sha256, key, isDryRun: dry_run };
  const begun = await beginWithFile(fileKey, files, () =>
    beginImport(door.holding(sha256), request, followWithImport(task, fileKey)),
  );
  store.jobs.wake();
  const { label, codes, path } = definition;
  const { id } = begun.record;
  return accepted(
    begun,
    created(codes.created, message('importAccepted', { label }), id, `${path}/import/${id}`),
  );
}

/** Other names of JSON lines; none is registered. */
const NAMES_OF_LINES = [
  'application/jsonl',
  'application/jsonlines',
  'application/ndjson',
  'application/x-jsonlines',
];

/** The format that a request declares for its body; CSV by default. */
function formatOf(mediaType = ''): Format {
  const essence = (one: string) => one.split(';')[0]?.trim().toLowerCase() ?? '';
  if (NAMES_OF_LINES.includes(essence(mediaType))) return 'jsonl';
  return FORMATS.find((format) => essence(MEDIA_TYPES[format]) === essence(mediaType)) ?? 'csv';
}

/** Takes the file away again unless an import has begun with it. */
export async function beginWithFile(
  fileKey: string,
  files: ImportFiles,
  begin: () => Promise<Held>,
): Promise<Held> {
  let isUsed = false;
  try {
    const begun = await begin();
    isUsed = !begun.isRepeated;
    return begun;
  } finally {
    if (!isUsed) await files.remove(fileKey);
  }
}

/** The answer to the request that begins something, and to its repetitions. */
export function accepted({ isRepeated }: Pick<Held, 'isRepeated'>, answer: WriteResult): WriteResult {
  return isRepeated ? repeated(answer) : answer;
}

/** A place where nothing has been kept before. */
export function newFileKey(): string {
  const name = crypto.randomUUID();
  return `imports/${name.slice(0, 2)}/${name}`;
}

/** Throws if the file is not of its format. */
async function readBeginning(
  { catalogue, definition }: { readonly catalogue: Catalogue; readonly definition: Definition },
  format: Format,
  place: string,
): Promise<void> {
  const bytes = createReadStream(place);
  try {
    await openRecords(catalogue, definition, format, bytes);
  } finally {
    bytes.destroy();
  }
}

/** Throws for collections that change sets alone change: each record of a file would be refused. */
export function requireUnreviewed({ isReviewed }: Definition): void {
  if (isReviewed) throw new AppError('reviewNeeded');
}
