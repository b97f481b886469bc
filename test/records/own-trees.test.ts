import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  boolean,
  defineCollection,
  login,
  position,
  reference,
  text,
} from '../../server/definitions/index.ts';
import type { Records } from '../../server/definitions/types/collections-api.ts';
import { AppError } from '../../server/errors.ts';
import { makeRecordStore } from '../../server/records/record-store.ts';
import { placeIn } from '../../server/records/scope/collections-place.ts';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { revision } from '../../server/records/write/revision.collection.ts';
import { openTemporary } from '../database/open-temporary.ts';
import { act } from './library.ts';

const access = { read: login, create: login, update: login, delete: login } as const;
const page = defineCollection({
  name: 'page',
  label: 'Pages',
  audit: 'full',
  fields: {
    title: text({ max: 20, required: true }),
    is_hidden: boolean({ default: false }),
    parent: reference('page', { tree: true, onDelete: 'delete' }),
    place: position({ within: 'parent' }),
  },
  access,
});
const note = defineCollection({
  name: 'note',
  label: 'Notes',
  audit: 'none',
  fields: { text: text({ max: 20 }), page: reference('page', { onDelete: 'detach' }) },
});

const { database, catalogue } = await openTemporary([page, note, revision]);
const { placeOf, write } = makeRecordStore(database, catalogue);
const outside = new RecordsScope(placeOf(act(2000))).records;

/** Own code inside a transaction. */
const inside = <T>(work: (records: Records) => Promise<T>) =>
  write(act(1000), async (writes) => {
    const scope = new RecordsScope(placeIn(writes));
    const answer = await work(scope.records);
    await scope.close();
    return answer;
  });

//      a          z
//    c   b*           b comes after c by hand, and is hidden
//        d
const ids = new Map<string, bigint>();
for (const [title, parent, is_hidden = false] of [
  ['a', null],
  ['b', 'a', true],
  ['c', 'a'],
  ['d', 'b'],
  ['z', null],
] as const)
  ids.set(
    title,
    await outside.create('page', { title, is_hidden, parent: parent === null ? null : ids.get(parent) }),
  );
const idOf = (title: string) => ids.get(title) ?? 0n;
await outside.move('page', idOf('b'), { after: idOf('c') });

const titles = (records: readonly { readonly [name: string]: unknown }[]) =>
  records.map(({ title }) => title).join('');

for (const [where, use] of [
  ['inside a transaction', inside],
  ['outside of one', <T>(work: (records: Records) => Promise<T>) => work(outside)],
] as const)
  describe(`own code ${where} finds in a tree`, () => {
    for (const [what, read, expected] of [
      ['the path to a record, from the root down', (r) => r.ancestors('page', idOf('d')), 'ab'],
      ['nothing above a root', (r) => r.ancestors('page', idOf('a')), ''],
      ['nothing above no record', (r) => r.ancestors('page', 99n), ''],
      ['a branch', (r) => r.descendants('page', idOf('a'), { sort: 'title' }), 'bcd'],
      ['some of a branch', (r) => r.descendants('page', idOf('a'), { sort: '-title', limit: 2 }), 'dc'],
      ['nothing below a leaf', (r) => r.descendants('page', idOf('d')), ''],
      ['children in their order by hand', (r) => r.children('page', idOf('a')), 'cb'],
      ['children in another order', (r) => r.children('page', idOf('a'), { sort: 'title' }), 'bc'],
      ['the roots', (r) => r.children('page', null), 'az'],
    ] as readonly (readonly [
      string,
      (records: Records) => Promise<readonly { readonly [name: string]: unknown }[]>,
      string,
    ])[])
      it(what, async () => assert.equal(titles(await use(read)), expected));

    for (const [what, call, message] of [
      ['a collection that is no tree', (r) => r.children('note', 1n), /'note' is no tree/],
      ['an id that is no bigint', (r) => r.ancestors('page', 1 as never), /must be a bigint/],
      ['an unknown option', (r) => r.descendants('page', 1n, { most: 1 } as never), /no option 'most'/],
    ] as readonly (readonly [string, (records: Records) => Promise<unknown>, RegExp])[])
      it(`${what} throws`, () => assert.rejects(use(call), message));
  });

describe('code bound by its caller’s rights', () => {
  const seen = { is_hidden: false };
  const bound = (shows: (field: string) => boolean) =>
    new RecordsScope({
      ...placeOf(act(3000)),
      rights: async () => ({
        records: () => seen,
        known: () => seen,
        shows: (_, field) => shows(field),
        shownIn: (_, field) => (shows(field) ? 'all' : 'none'),
        changes: () => true,
        changedIn: () => 'all',
        me: () => undefined,
      }),
    }).records;

  it('does not pass through hidden records', async () => {
    const records = bound(() => true);
    assert.equal(titles(await records.ancestors('page', idOf('d'))), '');
    assert.equal(titles(await records.descendants('page', idOf('a'))), 'c');
    assert.equal(titles(await records.children('page', idOf('a'))), 'c');
  });

  it('is refused where the parent is hidden', async () => {
    const records = bound((field) => field !== 'parent');
    const isRefused = (error: unknown) => error instanceof AppError && error.key === 'badParameters';
    await assert.rejects(records.ancestors('page', idOf('d')), isRefused);
    await assert.rejects(records.descendants('page', idOf('a')), isRefused);
    await assert.rejects(records.children('page', null), isRefused);
  });
});
