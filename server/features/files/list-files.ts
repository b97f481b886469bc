import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { decide, requireAllowed } from '../../access/decide.ts';
import { afterId, keysetPage, keysetParameters, pageOf, readKeyset } from '../../http/paging.ts';
import type { ToUrl } from '../../http/public-url.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import { file } from '../../records/file.record.ts';
import type { Select } from '../../records/query/select.ts';
import type { Reads } from '../../records/rows/reads.ts';
import {
  listableFiles,
  mayList,
  onlyUploadedBy,
  seesAll,
  seesArrangement,
  uploaderOrLister,
} from './file-access.ts';
import { arrangementParameters, asksForArrangement, narrowToArrangement } from './library/arrangement.ts';
import { tagsOf } from './library/tagging.ts';
import { listedFile, shownFile } from './shown-file.ts';
import type { Storage } from './storage/storage.ts';

/** `image/png`, or `image/*` for all of that kind. Nothing in it means more than itself to LIKE. */
const TYPE = '^[a-z]+/([*]|[a-z0-9.+-]+)$';

const query = Type.Object(
  {
    ...keysetParameters,
    keyword: Type.Optional(Type.String({ maxLength: 100, about: message('findFiles') })),
    type: Type.Optional(Type.String({ maxLength: 100, pattern: TYPE, about: message('typeOfFiles') })),
    ...arrangementParameters,
    mine: Type.Optional(Type.Boolean({ about: message('ownUploads') })),
  },
  { additionalProperties: false },
);

interface ListParts {
  readonly storage: Storage;
  readonly toUrl: ToUrl;
}

/** Files, newest first: the caller's own uploads, or all files for users who may list them. */
export function listRoute({ storage, toUrl }: ListParts): Route {
  return route({
    tag: message('filesTag'),
    bodyForm: 'cms',
    method: 'GET',
    path: '/cms/file',
    access: uploaderOrLister,
    summary: message('listFiles'),
    query,
    answer: pageOf(listedFile),
    async handle(door, { query }) {
      const { longReads, actor } = door;
      if (query.mine !== true) requireAllowed(decide(actor, mayList));
      if (asksForArrangement(query)) requireAllowed(decide(actor, seesArrangement));
      const { count, after } = readKeyset(query, afterId);
      const rows = await longReads.where(file, (select) => {
        const wanted = narrowed(longReads, select, query);
        const some =
          query.mine === true ? onlyUploadedBy(longReads, actor.id, wanted) : listableFiles(wanted, actor);
        const beyond = after === undefined ? some : some.where('id', '<', after);
        return beyond.orderBy('id', 'desc').limit(count + 1);
      });
      const items = rows.slice(0, count);
      const next = rows.length > count ? items.at(-1)?.id : undefined;
      const secret = items.filter((row) => row.private);
      const readable = secret.length > 0 ? await door.readableFiles(secret) : new Set();
      const isArranged = seesAll(actor, seesArrangement);
      const ids = isArranged ? items.map(({ id }) => id) : [];
      const tags = await tagsOf(door.reads, ids);
      return keysetPage(
        items
          .filter((row) => !row.private || readable.has(row.id))
          .map((row) => ({
            ...shownFile(row, { toUrl, actor, tags: tags.get(row.id) }),
            type: storage.type,
          })),
        count,
        next,
      );
    },
  });
}

function narrowed(reads: Reads, all: Select, asked: TypeOf<typeof query>): Select {
  const { keyword, type } = asked;
  const select = narrowToArrangement(reads, all, asked);
  const named = keyword ? select.where(reads.contains('name', keyword)) : select;
  if (type === undefined) return named;
  return type.endsWith('/*')
    ? named.where('mime', 'like', `${type.slice(0, -1)}%`)
    : named.where('mime', '=', type);
}
