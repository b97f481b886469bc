import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, author, book, openLibrary } from './library.ts';

const { behind, create, history, reads, write } = await openLibrary();

test('a reference needs a living record, and keeps it from being deleted', async () => {
  const id = await write(act(1), (writes) => writes.create(author, { name: 'referred' }));
  await assert.rejects(create({ title: 'A', author_id: 999_999n }), { key: 'badParameters' });
  const held = await create({ title: 'A', author_id: id });
  const remove = () => write(act(2), (writes) => writes.remove(author, id));
  await assert.rejects(remove(), { key: 'stillReferenced' });
  assert.ok(await reads.find(author, id));
  await write(act(3), (writes) => writes.remove(book, held));
  await remove();
  await assert.rejects(create({ title: 'A', author_id: id }), { key: 'badParameters' });
});

test('a deleted record is there for nobody, but its name is free again and its stamps are kept', async () => {
  const make = () => write(act(1), (writes) => writes.create(author, { name: 'once' }));
  const id = await make();
  await assert.rejects(make(), { key: 'duplicate' });
  await write(act(5000, 9n), (writes) => writes.remove(author, id));
  assert.equal(await reads.find(author, id), undefined);
  assert.equal(await reads.first(author, (q) => q.where('name', '=', 'once')), undefined);
  assert.equal(await reads.count(author, (q) => q.where('name', '=', 'once')), 0);
  await assert.rejects(
    write(act(1), (writes) => writes.update(author, id, { name: 'x' })),
    { key: 'recordNotFound' },
  );
  await assert.rejects(
    write(act(1), (writes) => writes.remove(author, id)),
    { key: 'recordNotFound' },
  );
  assert.notEqual(await make(), id);
  const [kept] = await behind.look(
    'select delete_time, delete_user_id, is_deleted from author where id = ?',
    id,
  );
  assert.deepEqual(kept, { delete_time: '5000', delete_user_id: '9', is_deleted: '1' });
});

test('ids beyond 2^53 are exact from end to end', async () => {
  await behind.setNextId('author', 2n ** 53n + 1n);
  const id = await write(act(1), (writes) => writes.create(author, { name: 'large' }));
  assert.equal(id, 2n ** 53n + 1n);
  assert.equal((await reads.find(author, id))?.id, id);
  assert.equal(await reads.find(author, id - 1n), undefined);
  const held = await create({ title: 'A', author_id: id });
  assert.equal((await reads.find(book, held))?.author_id, id);
  assert.match((await history('book', held))[0]?.changes ?? '', /9007199254740993/);
});
