import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import type { Actor } from '../../access/actor.ts';
import { decide, requireAllowed } from '../../access/decide.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import { fileUrl } from '../../http/file-addresses.ts';
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
  private: Type.Optional(Type.Boolean({ about: message('privateFile') })),
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
    async handle(door, { query }) {
      const { longReads, actor } = door;
      if (query.mine !== true) requireAllowed(decide(actor, mayList));
      const { count, after } = readKeyset(query, afterId);
      const rows = await longReads.where(file, (select) => {
        const wanted = narrowed(longReads, select, query);
        const some =
          query.mine === true ? onlyUploadedBy(longReads, actor.id, wanted) : withoutSecrets(wanted, actor);
        const beyond = after === undefined ? some : some.where('id', '<', after);
        return beyond.orderBy('id', 'desc').limit(count + 1);
      });
      const items = rows.slice(0, count);
      const next = rows.length > count ? items.at(-1)?.id : undefined;
      const secret = items.filter((row) => row.private);
      const readable = secret.length > 0 ? await door.readableFiles(secret) : new Set();
      return keysetPage(
        items
          .filter((row) => !row.private || readable.has(row.id))
          .map((row) => ({ ...shown(row, toUrl), type: storage.type })),
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

/** Private files are for their uploaders and for those who read the rows that refer to them. */
function withoutSecrets(select: Select, { id, isSuper }: Actor): Select {
  if (isSuper) return select;
  return select.where((e) => e.or([e('private', '=', false), e('create_user_id', '=', id)]));
}

function shown(row: FileRow, toUrl: ToUrl) {
  const { id, path, name, mime, extension, size, width, height, create_time } = row;
  return {
    id,
    path,
    url: fileUrl(row, toUrl),
    name,
    mime,
    extension: `.${extension}`,
    size,
    width,
    height,
    ...(row.private && { private: true }),
    create_time,
  };
}
