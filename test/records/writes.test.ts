import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { NewRecord } from '../../server/definitions/index.ts';
import type { AppError } from '../../server/errors.ts';
import { render } from '../../server/messages/message.ts';
import { allRights } from '../../server/records/rights.ts';
import type { WriteContext } from '../../server/records/store/write-context.ts';
import { revision } from '../../server/records/write/revision.collection.ts';
import type { Writes } from '../../server/records/write/writes.ts';
import { act, author, book, openLibrary, tag } from './library.ts';

const { create, database, history, reads, write } = await openLibrary();

test('a new record gets its values, its defaults and its stamps, whatever was sent under the names of the server', async () => {
  const sent = { title: 'A', price: '1.5', id: 99n, create_time: 1, update_user_id: 99n, is_deleted: true };
  const id = await create(sent);
  assert.notEqual(id, 99n);
  assert.deepEqual(await reads.find(book, id), {
    id,
    title: 'A',
    summary: '',
    price: '1.50',
    author_id: null,
    create_time: 1000,
    create_user_id: 7n,
    update_time: 1000,
    update_user_id: 7n,
    delete_time: null,
    delete_user_id: null,
    is_deleted: false,
  });
});

test('a change keeps what was not given and who made the record; a replacement sets the rest back', async () => {
  const id = await create({ title: 'A', summary: 'long', price: '2' });
  await write(act(2000, 8n), (writes) =>
    writes.update(book, id, { title: 'B', create_time: 5 } as { title: string }),
  );
  const changed = await reads.find(book, id);
  assert.deepEqual([changed?.title, changed?.summary, changed?.price], ['B', 'long', '2.00']);
  assert.deepEqual([changed?.create_time, changed?.create_user_id], [1000, 7n]);
  assert.deepEqual([changed?.update_time, changed?.update_user_id], [2000, 8n]);
  await write(act(3000), (writes) => writes.replace(book, id, { title: 'C' }));
  const replaced = await reads.find(book, id);
  assert.deepEqual([replaced?.title, replaced?.summary, replaced?.price], ['C', '', null]);
  assert.equal(replaced?.create_time, 1000);
});

test('a record that keeps only its creation gets only those stamps and no revision, and is really gone when deleted', async () => {
  const id = await write(act(1000), (writes) => writes.create(tag, { word: 'x' }));
  await write(act(2000, 8n), (writes) => writes.update(tag, id, { word: 'y' }));
  assert.deepEqual(await reads.find(tag, id), { id, word: 'y', create_time: 1000, create_user_id: 7n });
  await write(act(3000), (writes) => writes.remove(tag, id));
  assert.deepEqual(await database.reads.all({ sql: 'select * from tag', parameters: [] }), []);
  assert.deepEqual(await history('tag', id), []);
});

test('all bad values are reported together: unknown, missing, null and too long', async () => {
  const sent = { summary: null, price: 'x', nothing: 1, constructor: 1 } as unknown as NewRecord<typeof book>;
  await assert.rejects(create(sent), (error: AppError) => {
    assert.deepEqual([error.status, error.code], [422, 10030]);
    for (const name of ['title', 'summary', 'price', 'nothing', 'constructor'])
      assert.match(render(error.text, 'zh'), RegExp(name));
    return true;
  });
});

test('each change leaves a revision with what it changed, before and after', async () => {
  const id = await create({ title: 'A', price: '1' }, 1000);
  await write(act(2000, 8n), (writes) => writes.update(book, id, { title: 'B', summary: '' }));
  await write(act(3000), (writes) => writes.remove(book, id));
  const revisions = (await history('book', id)).map(({ action, user_id, time, request_id, changes }) => [
    action,
    user_id,
    time,
    request_id,
    JSON.parse(changes),
  ]);
  assert.deepEqual(revisions.slice(0, 2), [
    ['create', 7n, 1000, 'r1000', { title: [null, 'A'], summary: [null, ''], price: [null, '1.00'] }],
    ['update', 8n, 2000, 'r2000', { title: ['A', 'B'] }],
  ]);
  assert.deepEqual(revisions[2]?.slice(0, 4), ['delete', 7n, 3000, 'r3000']);
});

test('a secret is kept; revisions name it, and leave out its values', async () => {
  const id = await write(act(1), (writes) => writes.create(author, { name: 'secretive', pin: 'hidden' }));
  await write(act(2), (writes) => writes.update(author, id, { pin: 'other' }));
  assert.equal((await reads.find(author, id))?.pin, 'other');
  const [made, changed] = await history('author', id);
  assert.deepEqual(JSON.parse(changed?.changes ?? ''), { pin: [null, null] });
  assert.doesNotMatch(`${made?.changes}${changed?.changes}`, /hidden|other/);
});

test('a record and its revision are undone together', async () => {
  const before = [await reads.count(book), await reads.count(revision)];
  const failing = write(act(1), async (writes) => {
    const id = await writes.create(book, { title: 'lost' });
    assert.ok(await writes.find(book, id), 'a transaction sees its own writes');
    assert.equal((await writes.where(revision, (q) => q.where('record_id', '=', id))).length, 1);
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  assert.deepEqual([await reads.count(book), await reads.count(revision)], before);
});

test('a record of another user is not found', async () => {
  const id = await create({ title: 'A' });
  const mine: WriteContext = { ...act(1), rights: () => ({ ...allRights, records: () => 'none' }) };
  const attempts = [
    () => write(mine, (writes) => writes.update(book, id, { title: 'B' })),
    () => write(mine, (writes) => writes.replace(book, id, { title: 'B' })),
    () => write(mine, (writes) => writes.remove(book, id)),
  ];
  for (const attempt of attempts) await assert.rejects(attempt(), { key: 'recordNotFound' });
  assert.equal((await reads.find(book, id))?.title, 'A');
});

/** Each way to write records of a collection, by its name. */
const ways: Readonly<
  Record<string, (writes: Writes, definition: typeof book, id: bigint) => Promise<unknown>>
> = {
  create: (writes, definition) => writes.create(definition, { title: 'B' }),
  createMany: (writes, definition) => writes.createMany(definition, [{ title: 'B' }, { title: 'C' }]),
  createAs: (writes, definition) => writes.createAs(definition, 1n, { title: 'B' }),
  update: (writes, definition, id) => writes.update(definition, id, { title: 'B' }),
  replace: (writes, definition, id) => writes.replace(definition, id, { title: 'B' }),
  updateTogether: async (writes, definition, id) =>
    writes.updateTogether(definition, new Map([[id, { title: 'B' }]]), { uses: [] }),
  move: async (writes, definition, id) => writes.move(definition, id, { to: 'first' }),
  remove: (writes, definition, id) => writes.remove(definition, id),
  removeWithCascade: (writes, definition, id) => writes.removeWithCascade(definition, id, { uses: [] }),
};

describe('records that are published from drafts', () => {
  const published = { ...book, hasDrafts: true } as const;
  for (const [name, way] of Object.entries(ways))
    it(`are not written by ${name}`, async () => {
      const id = await create({ title: 'A' });
      const isRefused = /^Error: records of 'book' are published, not written$/;
      await assert.rejects(
        write(act(2000), async (writes) => way(writes, published, id)),
        isRefused,
      );
      assert.equal((await reads.find(book, id))?.title, 'A');
    });
});

describe('the record of a singleton', () => {
  const single = { ...book, isSingleton: true } as const;
  for (const name of ['create', 'createMany', 'remove', 'removeWithCascade'] as const)
    it(`is alone, and stays: ${name}`, async () => {
      const id = await create({ title: 'A' });
      await assert.rejects(
        write(act(2000), async (writes) => ways[name]?.(writes, single, id)),
        /^Error: 'book' is a singleton/,
      );
      assert.equal((await reads.find(book, id))?.title, 'A');
    });
});
