import { Readable } from 'node:stream';
import { type Door, done, findUses, success, type WriteResult } from '../../access/index.ts';
import { AppError, contentTypeRefused } from '../../errors.ts';
import {
  type Input,
  idInPath,
  login,
  parseId,
  type Route,
  route,
  shownUses,
  Type,
  usageAnswer,
} from '../../http/index.ts';
import { file } from '../../records/file.collection.ts';
import { openTempFolder, toJson } from '../../shared/index.ts';
import { contentRoutes } from './content-routes.ts';
import { failures } from './failures.ts';
import { knownFiles, mayDelete, uploaderOrKeeper } from './file-access.ts';
import type { FileParts } from './file-parts.ts';
import { imageSizesRoute } from './images/image-sizes-route.ts';
import type { Examined } from './inspection/examine.ts';
import { type FileRecord, keepFiles } from './keep.ts';
import { describedFileRoutes, folderRoutes, tagRoutes } from './library/index.ts';
import { listRoute } from './list-files.ts';
import { message } from './messages/message.ts';
import { receiveFiles } from './receive.ts';
import { replacementRoutes } from './replacing/replacement-routes.ts';
import { resumableRoutes } from './resumable/resumable-routes.ts';
import { newFileProperties, shownNewFile } from './shown-file.ts';

/** For the description alone: the parts are checked while they arrive. */
const uploadForm = Type.Object(
  { file: Type.Optional(Type.Array({ type: 'string', format: 'binary' })) },
  { checkedByFields: true },
);

const { id, ...aboutFile } = newFileProperties;
const uploaded = Type.Object({ id, key: Type.String({ about: message('formField') }), ...aboutFile });

const common = { tag: message('filesTag') } as const;

/** Uploading, listing, describing, arranging, deleting and serving files. */
export function fileRoutes(parts: FileParts): Route[] {
  return [
    uploadRoute(parts),
    listRoute(parts),
    ...folderRoutes,
    ...tagRoutes,
    imageSizesRoute(parts),
    ...describedFileRoutes(parts),
    deleteFile,
    fileUsage,
    ...replacementRoutes(),
    ...contentRoutes(parts),
    ...resumableRoutes(parts),
  ];
}

function uploadRoute(parts: FileParts): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/file',
    access: login,
    summary: message('uploadFiles'),
    accepts: 'multipart/form-data',
    query: Type.Object({ private: Type.Optional(Type.Boolean({ about: message('asPrivate') })) }),
    body: uploadForm,
    answer: Type.Array(uploaded),
    handle: (door, input) => upload(parts, door, input),
  });
}

const deleteFile = route({
  ...common,
  method: 'DELETE',
  path: '/cms/file/:id',
  access: mayDelete,
  summary: message('deleteFile'),
  params: idInPath,
  handle(door, { params }) {
    const id = parseId(params.id);
    return door.write(async (writes) => {
      if (!(await writes.find(file, id))) throw new AppError('fileNotFound');
      await writes.remove(file, id);
      return done(success.deleted, message('fileDeleted', { id }));
    });
  },
});

const fileUsage = route({
  ...common,
  method: 'GET',
  path: '/cms/file/:id/usage',
  access: uploaderOrKeeper,
  summary: message('usageOfFile'),
  params: idInPath,
  query: Type.Object(
    { version: Type.Optional(Type.String({ enum: ['draft'], about: message('usageByDrafts') })) },
    { additionalProperties: false },
  ),
  answer: usageAnswer,
  isTranslated: true,
  async handle(door, { params, query, language }) {
    const id = parseId(params.id);
    const uses = await findUses(door, file, [id], { withDrafts: query.version === 'draft' });
    if (uses.length === 0 && !(await knownFiles(door, [id])).has(id)) throw new AppError('fileNotFound');
    return shownUses(uses, language(), false);
  },
});

/** All files of a request are taken, or none. */
async function upload(
  parts: FileParts,
  door: Door,
  { query, body, headers }: Input<object, { private?: boolean }>,
): Promise<WriteResult> {
  const { incoming, rules, inspect } = parts;
  if (!(body instanceof Readable))
    throw contentTypeRefused(message('wrongContentType', { allowed: 'multipart/form-data' }));
  await using folder = await openTempFolder(incoming);
  const received = await receiveFiles(body, headers, rules, folder.path);
  if (received.length === 0) throw new AppError(failures.noFile);
  const examined: Examined[] = [];
  for (const one of received) examined.push(await inspect(one, door.admission.requester));
  const content = toJson(received.map(({ key, name, sha256 }) => [key, name, sha256]));
  const shown = (one: Examined, record: FileRecord) => ({ ...shownNewFile(record, parts), key: one.key });
  return await keepFiles(door.holding(content), parts, examined, {
    isPrivate: query.private === true,
    async finish(_, records) {
      const items = examined.map((one, index) => shown(one, records[index] as FileRecord));
      const ids = records.map(({ id }) => String(id));
      return done(success.done, message('filesUploaded', { ids }), items);
    },
  });
}
