import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { decide, requireAllowed } from '../../access/decide.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import { afterId, keysetPage, keysetParameters, pageOf, readKeyset } from '../../http/paging.ts';
import type { ToUrl } from '../../http/public-url.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import { file } from '../../records/file.record.ts';
import type { Select } from '../../records/query/select.ts';
import type { Reads } from '../../records/rows/reads.ts';
import { mayList, onlyUploadedBy, uploaderOrLister } from './file-access.ts';
import type { FileRow } from './keep.ts';
import type { Storage } from './storage.ts';

/** `image/png`, or `image/*` for all of that kind. Nothing in it means more than itself to LIKE. */
const TYPE = '^[a-z]+/([*]|[a-z0-9.+-]+)$';

const query = Type.Object(
  {
    ...keysetParameters,
    keyword: Type.Optional(Type.String({ maxLength: 100, about: message('findFiles') })),
    type: Type.Optional(Type.String({ maxLength: 100, pattern: TYPE, about: message('typeOfFiles') })),
    mine: Type.Optional(Type.Boolean({ about: message('ownUploads') })),
  },
  { additionalProperties: false },
);

const listed = Type.Object({
  id: INT64,
  path: Type.String(),
  url: Type.String(),
  type: Type.String({ about: message('localOrRemote') }),
  name: Type.String(),
  mime: Type.String(),
  extension: Type.String(),
  size: Type.Integer({ about: message('sizeInBytes') }),
  width: Type.Nullable(Type.Integer()),
  height: Type.Nullable(Type.Integer()),
  create_time: Type.Integer(),
});

interface ListParts {
  readonly storage: Storage;
  readonly toUrl: ToUrl;
}

/** Files, newest first: the caller's own uploads, or all for who may list them. */
export function listRoute({ storage, toUrl }: ListParts): Route {
  return route({
    tag: message('filesTag'),
    family: 'cms',
    method: 'GET',
    path: '/cms/file',
    access: uploaderOrLister,
    summary: message('listFiles'),
    query,
    answer: pageOf(listed),
    async handle({ longReads, actor }, { query }) {
      if (query.mine !== true) requireAllowed(decide(actor, mayList));
      const { count, after } = readKeyset(query, afterId);
      const rows = await longReads.where(file, (select) => {
        const wanted = narrowed(longReads, select, query);
        const own = query.mine === true ? onlyUploadedBy(longReads, actor.id, wanted) : wanted;
        const beyond = after === undefined ? own : own.where('id', '<', after);
        return beyond.orderBy('id', 'desc').limit(count + 1);
      });
      const items = rows.slice(0, count);
      const next = rows.length > count ? items.at(-1)?.id : undefined;
      return keysetPage(
        items.map((row) => ({ ...shown(row, toUrl), type: storage.type })),
        count,
        next,
      );
    },
  });
}

function narrowed(reads: Reads, select: Select, { keyword, type }: TypeOf<typeof query>): Select {
  const named = keyword ? select.where(reads.contains('name', keyword)) : select;
  if (type === undefined) return named;
  return type.endsWith('/*')
    ? named.where('mime', 'like', `${type.slice(0, -1)}%`)
    : named.where('mime', '=', type);
}

function shown({ id, path, name, mime, extension, size, width, height, create_time }: FileRow, toUrl: ToUrl) {
  return {
    id,
    path,
    url: toUrl(`/assets/${path}`),
    name,
    mime,
    extension: `.${extension}`,
    size,
    width,
    height,
    create_time,
  };
}
