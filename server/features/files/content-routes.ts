import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { fileUrl } from '../../http/file-addresses.ts';
import { idInPath, parseId } from '../../http/parse-id.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import { file } from '../../records/file.record.ts';
import type { FileParts } from './file-parts.ts';
import { type FileRow, keyOf } from './keep.ts';
import { type Caching, type Content, findFile, serve } from './serve.ts';
import { makeThumbnails, thumbnailWidth } from './thumbnails.ts';

const common = { tag: message('filesTag'), family: 'cms', method: 'GET', access: everyone } as const;
const width = Type.Optional(Type.Integer({ about: message('thumbnailWidth') }));

/** What is sent, and how long it may be kept by whom. */
interface Serving {
  readonly width: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly caching: Caching;
}

type ServeFile = (door: Door, row: FileRow, serving: Serving) => ReturnType<typeof serve>;

/** The routes that answer the content of files: of public ones to everybody, of others to those who may read them. */
export function contentRoutes(parts: FileParts): Route[] {
  const { storage, rules } = parts;
  const thumbnails = makeThumbnails(storage, parts.incoming);
  const contentOf = (row: FileRow, wanted: number | undefined): Content => {
    const { sha256, mime, size, path } = row;
    const less = wanted === undefined ? undefined : thumbnailWidth(row, wanted, rules.thumbnailWidths);
    return less === undefined
      ? { etag: `"${sha256}"`, mime, size, open: (range) => storage.open(keyOf(path), range) }
      : { etag: `"${sha256}-${less}"`, mime: 'image/webp', open: () => thumbnails(row, less) };
  };
  const serveFile: ServeFile = ({ admission }, row, { width: wanted, headers, caching }) =>
    serve(contentOf(row, wanted), row, { headers, caching, isHead: admission.method === 'HEAD' });
  return [publicRoute(serveFile), byIdRoute(serveFile), addressRoute(parts), signedRoute(parts, serveFile)];
}

function publicRoute(serveFile: ServeFile): Route {
  return route({
    ...common,
    path: '/assets/:folder/:name',
    summary: message('fileContent'),
    params: Type.Object({ folder: Type.String(), name: Type.String() }),
    query: Type.Object({ width }),
    produces: '*/*',
    async handle(door, { params, query, headers }) {
      const row = await findFile(door, `${params.folder}/${params.name}`);
      return serveFile(door, row, { width: query.width, headers, caching: 'for all' });
    },
  });
}

/** Asks for each request who the caller is and what they may read. */
function byIdRoute(serveFile: ServeFile): Route {
  return route({
    ...common,
    path: '/cms/file/:id/content',
    summary: message('fileContentById'),
    params: idInPath,
    query: Type.Object({ width }),
    produces: '*/*',
    async handle(door, { params, query, headers }) {
      const row = await findReadable(door, params.id);
      return serveFile(door, row, { width: query.width, headers, caching: 'asking again' });
    },
  });
}

function addressRoute({ addresses, rules, toUrl }: FileParts): Route {
  return route({
    ...common,
    path: '/cms/file/:id/address',
    summary: message('signedFileAddress'),
    params: idInPath,
    query: Type.Object({ width }),
    answer: Type.Object({
      url: Type.String(),
      expire_time: Type.Nullable(Type.Integer({ about: message('addressExpires') })),
    }),
    async handle(door, { params, query: { width } }) {
      const row = await findReadable(door, params.id);
      if (width !== undefined) thumbnailWidth(row, width, rules.thumbnailWidths); // throws if it is missing
      const wanted = width === undefined ? '' : `width=${width}`;
      if (!row.private) return { url: fileUrl(row, toUrl) + (wanted && `?${wanted}`), expire_time: null };
      const expires = door.admission.now + rules.addressMs;
      const signature = addresses.sign({ path: row.path, width, expires });
      const signed = [`expires=${expires}`, `signature=${signature}`, ...(wanted ? [wanted] : [])].join('&');
      return { url: toUrl(`/cms/file/${row.id}/signed?${signed}`), expire_time: expires };
    },
  });
}

/** Asks nobody: everybody who holds the address reads the file until its time is over. */
function signedRoute({ addresses }: FileParts, serveFile: ServeFile): Route {
  return route({
    ...common,
    path: '/cms/file/:id/signed',
    asksNobody: true,
    summary: message('fileContentSigned'),
    params: idInPath,
    query: Type.Object({
      width,
      expires: Type.Integer({ about: message('addressExpires') }),
      signature: Type.String({ maxLength: 100 }),
    }),
    produces: '*/*',
    async handle(door, { params, query: { width, expires, signature }, headers }) {
      const row = await door.reads.find(file, parseId(params.id));
      const { now } = door.admission;
      const isOpen = row && addresses.isValid({ path: row.path, width, expires }, signature, now);
      if (!isOpen) throw new AppError('fileNotFound');
      return serveFile(door, row, { width, headers, caching: { forMs: expires - now } });
    },
  });
}

/** The file, if the caller may read it. Any other is answered like one that does not exist. */
async function findReadable(door: Door, id: string): Promise<FileRow> {
  const row = await door.reads.find(file, parseId(id));
  const isReadable = row && (await door.readableFiles([row])).has(row.id);
  if (!isReadable) throw new AppError('fileNotFound');
  return row;
}
