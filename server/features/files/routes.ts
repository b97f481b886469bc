import { Readable } from 'node:stream';
import { Type } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { done, type Written } from '../../access/written.ts';
import { type AccessRule, everyone, login } from '../../definitions/access-rule.ts';
import { INT64 } from '../../definitions/bigint.ts';
import { AppError, badParameters } from '../../errors.ts';
import { parseId } from '../../http/parse-id.ts';
import type { ToUrl } from '../../http/public-url.ts';
import type { Input, Route } from '../../http/route.ts';
import { openIncoming } from '../../incoming.ts';
import { file } from '../../records/file.record.ts';
import { examine } from './examine.ts';
import { type FileRow, keepFiles, keyOf } from './keep.ts';
import type { Uploads } from './open-uploads.ts';
import { receiveFiles } from './receive.ts';
import { type Content, findFile, serve } from './serve.ts';
import { makeThumbnails, type Thumbnails, thumbnailWidth } from './thumbnails.ts';
import type { UploadRules } from './upload-rules.ts';

export interface FileParts extends Uploads {
  readonly rules: UploadRules;
  readonly toUrl: ToUrl;
}

/** For the description alone: the parts are checked while they arrive. */
const uploadForm = Type.Object(
  { file: Type.Optional(Type.Array(Type.String({ format: 'binary' }))) },
  { checkedByFields: true },
);

const uploaded = Type.Object({
  id: INT64,
  key: Type.String({ description: '表单字段名' }),
  path: Type.String(),
  url: Type.String(),
  type: Type.String({ description: 'LOCAL 或 REMOTE' }),
  name: Type.String(),
  extension: Type.String(),
  size: Type.Integer({ description: '字节数' }),
  width: Type.Nullable(Type.Integer()),
  height: Type.Nullable(Type.Integer()),
});

const mayDelete: AccessRule = {
  level: 'permission',
  permission: { key: 'file.delete', name: '删除文件', module: '文件' },
};

/** Uploads, and what is served of them. */
export function fileRoutes(parts: FileParts): Route[] {
  const common = { tag: '文件', family: 'cms' } as const;
  const thumbnails = makeThumbnails(parts.storage, parts.incoming);
  return [
    {
      ...common,
      method: 'POST',
      path: '/cms/file',
      access: login,
      summary: '上传文件，字段名任意',
      accepts: 'multipart/form-data',
      body: uploadForm,
      answer: Type.Array(uploaded),
      handle: (door, input) => upload(parts, door, input),
    },
    {
      ...common,
      method: 'DELETE',
      path: '/cms/file/:id',
      access: mayDelete,
      summary: '删除文件',
      params: Type.Object({ id: Type.String() }),
      handle: (door, { params }) => {
        const id = parseId(params.id);
        return door.write(async (writes) => {
          if (!(await writes.find(file, id))) throw new AppError('fileNotFound');
          await writes.remove(file, id);
          return done(3, `删除文件 ${id}`);
        });
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/assets/:folder/:name',
      access: everyone,
      summary: '文件内容，或图片的缩略图',
      params: Type.Object({ folder: Type.String(), name: Type.String() }),
      query: Type.Object({ width: Type.Optional(Type.Integer({ description: '缩略图宽度，像素' })) }),
      produces: '*/*',
      handle: async (door, { params, query, headers }) => {
        const row = await findFile(door, `${params.folder}/${params.name}`);
        const content = contentOf(parts, thumbnails, row, query.width as number | undefined);
        return serve(content, row, headers, door.admission.method === 'HEAD');
      },
    },
  ];
}

/** All files of a request are taken, or none. */
async function upload(
  { storage, incoming, rules, toUrl }: FileParts,
  door: Door,
  { body, headers }: Input,
): Promise<Written> {
  const stream: unknown = body;
  if (!(stream instanceof Readable)) throw badParameters({ 'Content-Type': '必须是 multipart/form-data' });
  await using folder = await openIncoming(incoming);
  const received = await receiveFiles(stream, headers, rules, folder.path);
  if (received.length === 0) throw new AppError('noFile');
  const examined = [];
  for (const one of received) examined.push(await examine(one, rules));
  return await keepFiles(door, storage, examined, (given, { id, path, extension, size, width, height }) => ({
    id,
    key: given.key,
    path,
    url: toUrl(`/assets/${path}`),
    type: storage.type,
    name: given.name,
    extension: `.${extension}`,
    size,
    width,
    height,
  }));
}

function contentOf(
  { storage, rules }: FileParts,
  thumbnails: Thumbnails,
  row: FileRow,
  asked: number | undefined,
): Content {
  const { sha256, mime, size, path } = row;
  const width = asked === undefined ? undefined : thumbnailWidth(row, asked, rules.thumbnailWidths);
  return width === undefined
    ? { etag: `"${sha256}"`, mime, size, open: (range) => storage.open(keyOf(path), range) }
    : { etag: `"${sha256}-${width}"`, mime: 'image/webp', open: () => thumbnails(row, width) };
}
