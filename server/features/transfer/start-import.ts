import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FORMATS, type Format } from '../../../contract/formats.ts';
import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { created, type WriteResult } from '../../access/write-result.ts';
import { tooMany } from '../../background/limits.ts';
import type { Definition, ServedDefinition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import type { Input } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import { openIncoming } from '../../shared/incoming.ts';
import { beginImport } from './begin-import.ts';
import { followWithImport, type ImportFiles, taskOf, unfinishedImports } from './import-jobs.ts';
import { receiveFile } from './receive-file.ts';
import { openRows } from './rows-of.ts';

export interface ImportParts {
  readonly records: Records;
  readonly files: ImportFiles;
  /** The folder in which files arrive. */
  readonly incoming: string;
  readonly mostBytes: number;
}

/** Imports under way, for each user and in all. */
export const LIMIT = { each: 2, inAll: 4 };

export const importQuery = Type.Object(
  {
    format: Type.Optional(Type.String({ enum: FORMATS, about: message('transferFormat') })),
    key: Type.Optional(Type.String({ maxLength: 40, about: message('importKey') })),
    dry_run: Type.Optional(Type.Boolean({ about: message('importDryRun') })),
    file: Type.Optional(Type.String({ maxLength: 255, about: message('importFileName') })),
  },
  { additionalProperties: false },
);

/** Receives the whole file and reads its beginning before anything is written; a job imports its rows. */
export async function startImport(
  definition: ServedDefinition,
  { records, files, incoming, mostBytes }: ImportParts,
  door: Door,
  { body, query }: Input<object, TypeOf<typeof importQuery>>,
): Promise<WriteResult> {
  if (!(body instanceof Readable)) throw badParameters({ '': message('bodyNotAFile') });
  const { format = 'csv', key, dry_run = false, file = '' } = query;
  const task = await taskOf(door);
  await requireRoom(door, task.userId);
  await using folder = await openIncoming(incoming);
  const place = join(folder.path, 'rows');
  const { size, sha256 } = await receiveFile(body, place, mostBytes);
  await readBeginning(definition, format, place);
  const fileKey = newFileKey();
  await files.put(fileKey, place);
  const request = { definition, file, format, size, sha256, key, isDryRun: dry_run };
  const begun = await beginImport(door, request, followWithImport(task, fileKey)).catch(async (error) => {
    await files.remove(fileKey);
    throw error;
  });
  records.jobs.wake();
  const { label, codes, path } = definition;
  return created(codes.created, message('importAccepted', { label }), begun.id, `${path}/import/${begun.id}`);
}

/** A place where nothing has been kept before. */
export function newFileKey(): string {
  const name = crypto.randomUUID();
  return `imports/${name.slice(0, 2)}/${name}`;
}

/** Throws if the file is not of its format. */
async function readBeginning(definition: Definition, format: Format, place: string): Promise<void> {
  const bytes = createReadStream(place);
  try {
    await openRows(definition, format, bytes);
  } finally {
    bytes.destroy();
  }
}

/** A user's further imports wait outside, as they would take room on the disk. */
export async function requireRoom(door: Door, userId: bigint): Promise<void> {
  if ((await unfinishedImports(door, userId)) >= LIMIT.each) throw tooMany();
}
