import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Door, success, WriteResult } from '../../../access/index.ts';
import { AppError } from '../../../errors.ts';
import { Bytes, type Input, idInPath, login, parseId, type Route, route, Type } from '../../../http/index.ts';
import { file } from '../../../records/file.collection.ts';
import {
  cleanName,
  type FileParts,
  failures,
  lockUploads,
  message,
  newFileProperties,
  openUploadsOf,
  requireWithinQuota,
  shownNewFile,
} from '../index.ts';
import { getOwnUpload } from './held-upload.ts';
import { receivePieces } from './receive-pieces.ts';
import { removeUpload } from './remove-uploads.ts';
import { type ResumableUpload, resumableUpload } from './resumable-upload.collection.ts';
import { readLength, readMetadata, requireTus, tusAbilities, tusHeaders } from './tus.ts';

const PATH = '/cms/file/upload';
/** Each holds a record, and some of the storage. */
const MAX_OPEN = 100;

const common = {
  tag: message('filesTag'),
  access: login,
  sends: tusHeaders,
  refusesIdempotencyKeys: true,
} as const;

const resumable = Type.Object({
  id: Type.Id(),
  name: Type.String(),
  size: Type.Integer({ about: message('sizeInBytes') }),
  received: Type.Integer({ about: message('bytesThatArrived') }),
  expire_time: Type.Integer({ about: message('uploadExpires') }),
  file: Type.Optional(Type.Object(newFileProperties)),
});

/** Uploads that continue where they broke off, by the protocol tus 1.0. */
export function resumableRoutes(parts: FileParts): Route[] {
  const { maxFileBytes } = parts.rules;
  return [
    route({
      ...common,
      method: 'POST',
      path: PATH,
      optionsHeaders: tusAbilities(maxFileBytes),
      summary: message('beginUpload'),
      query: Type.Object({ private: Type.Optional(Type.Boolean({ about: message('asPrivate') })) }),
      isMaking: true,
      handle: (door, input) => begin(parts, door, input),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${PATH}/:id`,
      summary: message('getUpload'),
      params: idInPath,
      answer: resumable,
      handle: async (door, { params }) => show(parts, door, parseId(params.id)),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: message('continueUpload'),
      accepts: '*/*',
      params: idInPath,
      async handle(door, { params, headers, body }) {
        requireTus(headers);
        const stream = body instanceof Readable ? body : Readable.from([]);
        const record = await receivePieces(door, parts, { id: parseId(params.id), headers, body: stream });
        return new Bytes(204, stateOf(record));
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: message('removeUpload'),
      params: idInPath,
      async handle(door, { params, headers }) {
        requireTus(headers);
        const { id } = await getOwnUpload(door.reads, door.actor, parseId(params.id));
        await removeUpload(door, id);
        return new Bytes(204, {});
      },
    }),
  ];
}

type Beginning = Input<object, { private?: boolean }>;

/** Reserves the declared size in the quota of its owner. */
async function begin({ rules }: FileParts, door: Door, { headers, query }: Beginning): Promise<WriteResult> {
  requireTus(headers);
  const size = readLength(headers, rules.maxFileBytes);
  const { metadata, name } = readMetadata(headers);
  const { actor, admission } = door;
  const record = await door.writePart(admission.requestId, async (writes) => {
    await lockUploads(writes, actor);
    const open = await writes.where(resumableUpload, (select) =>
      openUploadsOf(select, actor, writes.context.now).limit(MAX_OPEN),
    );
    if (open.length === MAX_OPEN)
      throw new AppError(failures.quotaExceeded, { detail: message('atMostUploads', { max: MAX_OPEN }) });
    const id = await writes.create(resumableUpload, {
      name: cleanName(name),
      metadata,
      private: query.private === true,
      token: randomBytes(16).toString('hex'),
      size,
      reserved: size,
      expire_time: writes.context.now + rules.resumeMs,
    });
    if (!actor.isSuper) await requireWithinQuota(writes, actor, rules);
    return getOwnUpload(writes, actor, id);
  });
  const { id } = record;
  const text = message('uploadBegun', { id });
  const location = `${PATH}/${id}`;
  return new WriteResult(
    { status: 201, code: success.done, text },
    { id, location, headers: { 'upload-expires': expiryOf(record) } },
  );
}

/** HEAD is how clients of tus ask where to go on. */
async function show({ storage, toUrl }: FileParts, { reads, actor }: Door, id: bigint): Promise<WriteResult> {
  const record = await getOwnUpload(reads, actor, id);
  const { name, size, received, expire_time, file_id, metadata } = record;
  const found = file_id === null ? undefined : await reads.find(file, file_id);
  const shown = found && { file: shownNewFile(found, { storage, toUrl }) };
  const headers = { ...stateOf(record), 'upload-length': String(size) };
  return new WriteResult(
    { status: 200, code: success.done, text: message('getUpload') },
    {
      answer: { id, name, size, received, expire_time, ...shown },
      headers: { ...headers, ...(metadata !== '' && { 'upload-metadata': metadata }) },
    },
  );
}

/** The headers with the offset of an upload, and the file that it became. */
function stateOf(record: ResumableUpload): Record<string, string> {
  return {
    'upload-offset': String(record.received),
    'upload-expires': expiryOf(record),
    ...(record.file_id !== null && { 'upload-file-id': String(record.file_id) }),
  };
}

function expiryOf({ expire_time }: ResumableUpload): string {
  return new Date(expire_time).toUTCString();
}
