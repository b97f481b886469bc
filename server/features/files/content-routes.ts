import type { IncomingHttpHeaders } from 'node:http';
import { UPLOADS_PATH } from '../../../contract/own-paths.ts';
import type { Door } from '../../access/door.ts';
import type { Requester } from '../../database/engine.ts';
import { AppError, badParameters } from '../../errors.ts';
import { everyone, fileUrl, idInPath, parseId, type Route, route, Type } from '../../http/index.ts';
import { file } from '../../records/file.collection.ts';
import type { FileParts } from './file-parts.ts';
import {
  type AskedOfCopies,
  acceptedFormat,
  type Copies,
  cropImage,
  cropKeyOf,
  makeCopies,
  type NamedCrop,
  namedCrop,
  shrinkImage,
  thumbnailKeyOf,
  thumbnailWidth,
} from './images/index.ts';
import { type FileRecord, keyOf } from './keep.ts';
import { message } from './messages/message.ts';
import { type Caching, type Content, findFile, serve } from './serve.ts';

const common = { tag: message('filesTag'), method: 'GET', access: everyone } as const;
const copyParameters = {
  width: Type.Optional(Type.Integer({ about: message('thumbnailWidth') })),
  size: Type.Optional(Type.String({ maxLength: 40, about: message('imageSize') })),
};

/** The copy of an image that is asked for: a width, or the name of a size. */
interface AskedCopy {
  readonly width?: number;
  readonly size?: string;
}

/** What to send, and who may cache it for how long. */
interface Serving {
  readonly copy: AskedCopy;
  readonly headers: IncomingHttpHeaders;
  readonly caching: Caching;
}

type ServeFile = (door: Door, record: FileRecord, serving: Serving) => ReturnType<typeof serve>;

/** The routes that answer the content of files: of public ones to everybody, of others to those who may read them. */
export function contentRoutes(parts: FileParts): Route[] {
  const { storage, rules } = parts;
  const copies = makeCopies(storage, parts.incoming);
  const contentOf = (
    record: FileRecord,
    { copy: { width, size }, headers }: Serving,
    requester: Requester,
  ): Content => {
    const { sha256, mime, path } = record;
    const less = width === undefined ? undefined : thumbnailWidth(record, width, rules.thumbnailWidths);
    if (less !== undefined)
      return {
        etag: `"${sha256}-${less}"`,
        mime: 'image/webp',
        open: () => {
          const key = thumbnailKeyOf(path, less);
          return copies(record, { key, write: (from, to) => shrinkImage(from, less, to) }, requester);
        },
      };
    if (size !== undefined)
      return croppedContent(record, namedCrop(record, size, rules.imageSizes), headers.accept, (copy) =>
        copies(record, copy, requester),
      );
    return {
      etag: `"${sha256}"`,
      mime,
      size: record.size,
      open: (range) => storage.open(keyOf(path), range),
    };
  };
  const serveFile: ServeFile = ({ admission }, record, serving) => {
    const { copy, headers, caching } = serving;
    requireOneCopy(copy);
    const content = contentOf(record, serving, admission.requester);
    return serve(content, record, { headers, caching, isHead: admission.method === 'HEAD' });
  };
  return [
    publicRoute(serveFile),
    formerRoute(serveFile),
    byIdRoute(serveFile),
    addressRoute(parts),
    signedRoute(parts, serveFile),
  ];
}

/** An image in a size, in the best format that the client accepts. */
function croppedContent(
  record: FileRecord,
  { mark, part, size }: NamedCrop,
  accept: string | undefined,
  copied: (copy: AskedOfCopies) => ReturnType<Copies>,
): Content {
  const format = acceptedFormat(accept, record.mime);
  return {
    etag: `"${record.sha256}-${mark}-${format}"`,
    mime: `image/${format}`,
    isNegotiated: true,
    open: () =>
      copied({
        key: cropKeyOf(record.path, mark, format),
        write: (from, to) => cropImage(from, { part, size, format }, to),
      }),
  };
}

function requireOneCopy({ width, size }: AskedCopy): void {
  if (width !== undefined && size !== undefined)
    throw badParameters({ size: message('notWith', { name: 'width' }) });
}

function publicRoute(serveFile: ServeFile): Route {
  return route({
    ...common,
    path: `${UPLOADS_PATH}/:folder/:name`,
    summary: message('fileContent'),
    params: Type.Object({ folder: Type.String(), name: Type.String() }),
    query: Type.Object(copyParameters),
    produces: '*/*',
    async handle(door, { params, query, headers }) {
      const record = await findFile(door, `${params.folder}/${params.name}`);
      const caching = query.size === undefined ? 'for all' : 'for an hour'; // its focus may move
      return serveFile(door, record, { copy: query, headers, caching });
    },
  });
}

/** Any other path below `/assets/`: files that moved in answer under those that they had before. */
function formerRoute(serveFile: ServeFile): Route {
  return route({
    ...common,
    path: `${UPLOADS_PATH}/*`,
    isUndescribed: true,
    summary: message('fileContent'),
    params: Type.Object({ '*': Type.String() }),
    query: Type.Object(copyParameters),
    produces: '*/*',
    async handle(door, { params, query, headers }) {
      const record = await findFile(door, params['*']);
      const caching = query.size === undefined ? 'for all' : 'for an hour';
      return serveFile(door, record, { copy: query, headers, caching });
    },
  });
}

/** Identifies the caller and their rights at each request. */
function byIdRoute(serveFile: ServeFile): Route {
  return route({
    ...common,
    path: '/cms/file/:id/content',
    summary: message('fileContentById'),
    params: idInPath,
    query: Type.Object(copyParameters),
    produces: '*/*',
    async handle(door, { params, query, headers }) {
      const record = await findReadable(door, params.id);
      return serveFile(door, record, { copy: query, headers, caching: 'asking again' });
    },
  });
}

function addressRoute({ addresses, rules, toUrl }: FileParts): Route {
  return route({
    ...common,
    path: '/cms/file/:id/address',
    summary: message('signedFileAddress'),
    params: idInPath,
    query: Type.Object(copyParameters),
    answer: Type.Object({
      url: Type.String(),
      expire_time: Type.Nullable(Type.Integer({ about: message('addressExpires') })),
    }),
    async handle(door, { params, query }) {
      const record = await findReadable(door, params.id);
      const { width, size } = query;
      requireOneCopy(query);
      if (width !== undefined) thumbnailWidth(record, width, rules.thumbnailWidths); // throws if it is missing
      if (size !== undefined) namedCrop(record, size, rules.imageSizes);
      const wanted = Object.entries({ width, size }).flatMap(([name, value]) =>
        value ? `${name}=${value}` : [],
      );
      if (!record.private) return { url: [fileUrl(record, toUrl), ...wanted].join('?'), expire_time: null };
      const expires = door.admission.now + rules.addressMs;
      const signature = addresses.sign({ path: record.path, width, size, expires });
      const signed = [`expires=${expires}`, `signature=${signature}`, ...wanted].join('&');
      return { url: toUrl(`/cms/file/${record.id}/signed?${signed}`), expire_time: expires };
    },
  });
}

/** Identifies nobody: everybody with the address can read the file until it expires. */
function signedRoute({ addresses }: FileParts, serveFile: ServeFile): Route {
  return route({
    ...common,
    path: '/cms/file/:id/signed',
    asksNobody: true,
    summary: message('fileContentSigned'),
    params: idInPath,
    query: Type.Object({
      ...copyParameters,
      expires: Type.Integer({ about: message('addressExpires') }),
      signature: Type.String({ maxLength: 100 }),
    }),
    produces: '*/*',
    async handle(door, { params, query, headers }) {
      const { width, size, expires, signature } = query;
      requireOneCopy(query);
      const record = await door.reads.find(file, parseId(params.id));
      const { now } = door.admission;
      const isOpen = record && addresses.isValid({ path: record.path, width, size, expires }, signature, now);
      if (!isOpen) throw new AppError('fileNotFound');
      return serveFile(door, record, { copy: query, headers, caching: { forMs: expires - now } });
    },
  });
}

/** The file, if the caller may read it. Any other is answered like one that does not exist. */
async function findReadable(door: Door, id: string): Promise<FileRecord> {
  const record = await door.reads.find(file, parseId(id));
  const isReadable = record && (await door.readableFiles([record])).has(record.id);
  if (!isReadable) throw new AppError('fileNotFound');
  return record;
}
