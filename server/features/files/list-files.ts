import { MAX_PAGE_SIZE, Type, type TypeOf } from '../../../contract/index.ts';
import { type Door, decide, requireAllowed } from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import {
  afterId,
  keysetPage,
  keysetParameters,
  pageOf,
  parseId,
  type Route,
  readKeyset,
  route,
  type ToUrl,
} from '../../http/index.ts';
import { file, type Reads, type Select } from '../../records/index.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  listableFiles,
  mayList,
  onlyUploadedBy,
  seesAll,
  seesArrangement,
  shownFiles,
  uploaderOrLister,
} from './file-access.ts';
import type { FileRecord } from './keep.ts';
import { arrangementParameters, asksForArrangement, narrowToArrangement, tagsOf } from './library/index.ts';
import { message } from './messages/message.ts';
import { listedFile, shownFile } from './shown-file.ts';

/** `image/png`, or `image/*` for all of that kind. Nothing in it means more than itself to LIKE. */
const TYPE = '^[a-z]+/([*]|[a-z0-9.+-]+)$';

const query = Type.Object(
  {
    ...keysetParameters,
    keyword: Type.Optional(Type.String({ maxLength: 100, about: message('findFiles') })),
    type: Type.Optional(Type.String({ maxLength: 100, pattern: TYPE, about: message('typeOfFiles') })),
    ...arrangementParameters,
    id: Type.Optional(Type.String({ maxLength: 2000, about: message('onlyTheseFiles') })),
    mine: Type.Optional(Type.Boolean({ about: message('ownUploads') })),
  },
  { additionalProperties: false },
);

interface ListParts {
  readonly storage: Storage;
  readonly toUrl: ToUrl;
}

/** Files, newest first: the caller's own uploads, all files for users who may list them, or those of some ids that the caller may know. */
export function listRoute({ storage, toUrl }: ListParts): Route {
  return route({
    tag: message('filesTag'),
    method: 'GET',
    path: '/cms/file',
    access: uploaderOrLister,
    summary: message('listFiles'),
    query,
    answer: pageOf(listedFile),
    async handle(door, { query }) {
      const { longReads, actor } = door;
      if (query.mine !== true && query.id === undefined) requireAllowed(decide(actor, mayList));
      if (asksForArrangement(query)) requireAllowed(decide(actor, seesArrangement));
      const { count, after } = readKeyset(query, afterId);
      // Judged before the page is read, whose end would tell of hidden files.
      const named = query.id === undefined ? undefined : await shownAmong(door, idsIn(query.id));
      if (named?.size === 0) return keysetPage([], count, undefined);
      const records = await longReads.where(file, (select) => {
        const some = ofCaller(longReads, narrowed(longReads, select, query), { ...query, named, actor });
        const beyond = after === undefined ? some : some.where('id', '<', after);
        return beyond.orderBy('id', 'desc').limit(count + 1);
      });
      const items = records.slice(0, count);
      const next = records.length > count ? items.at(-1)?.id : undefined;
      const shown = named ?? (await listedFiles(door, items));
      const isArranged = seesAll(actor, seesArrangement);
      const tags = await tagsOf(door.reads, isArranged ? items.map(({ id }) => id) : []);
      return keysetPage(
        items
          .filter(({ id }) => shown.has(id))
          .map((record) => ({
            ...shownFile(record, { toUrl, actor, tags: tags.get(record.id) }),
            type: storage.type,
          })),
        count,
        next,
      );
    },
  });
}

/** The files of some ids that are the caller's to know. */
async function shownAmong(door: Door, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const records = await door.reads.where(file, (select) => select.where('id', 'in', ids));
  return shownFiles(door, records);
}

function ofCaller(
  reads: Reads,
  select: Select,
  {
    mine,
    named,
    actor,
  }: Pick<TypeOf<typeof query>, 'mine'> &
    Pick<Door, 'actor'> & { readonly named: ReadonlySet<bigint> | undefined },
): Select {
  const some = named === undefined ? select : select.where('id', 'in', [...named]);
  if (mine === true) return onlyUploadedBy(reads, actor.id, some);
  return named === undefined ? listableFiles(some, actor) : some;
}

/** Private files are listed to those who may read them. */
async function listedFiles(door: Door, records: readonly FileRecord[]): Promise<ReadonlySet<bigint>> {
  const secret = records.filter((record) => record.private);
  const readable = secret.length > 0 ? await door.readableFiles(secret) : new Set();
  return new Set(records.flatMap((record) => (record.private && !readable.has(record.id) ? [] : record.id)));
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

function idsIn(text: string): bigint[] {
  const ids = [...new Set(text.split(','))].map((one) => parseId(one));
  if (ids.length > MAX_PAGE_SIZE)
    throw badParameters({ id: message('tooManyItems', { max: MAX_PAGE_SIZE }) });
  return ids;
}
