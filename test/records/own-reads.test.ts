import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecordStore } from '../../server/records/record-store.ts';
import { author, book, openLibrary } from './library.ts';

const { catalogue, create, database } = await openLibrary();

const { ownReads, longOwnReads } = makeRecordStore(database, catalogue);

test('what slices read with reads no record that has rules, however it is asked', async () => {
  const id = await create({ title: 'A' });
  const refused = /'book' has access rules/;
  for (const reads of [ownReads, longOwnReads(database.longReads)]) {
    const { query } = reads;
    const attempts = [
      () => reads.find(book, id),
      () => reads.findShared(book, id),
      () => reads.where(book, (select) => select),
      () => reads.first(book, (select) => select.where('id', '=', id)),
      () => reads.count(book),
      () => reads.idsAmong(book, [id]),
      () => reads.records(query.selectFrom('book as b').selectAll(), {}),
      () =>
        reads.records(query.selectFrom('author as a').innerJoin('book as b', 'b.id', 'a.id').selectAll(), {}),
      () =>
        reads.records(
          query
            .selectFrom('author')
            .selectAll()
            .where('id', 'in', query.selectFrom('book').select('author_id')),
          {},
        ),
    ];
    for (const attempt of attempts) await assert.rejects(async () => attempt(), refused);
    assert.equal(await reads.count(author), 0);
    assert.deepEqual(await reads.where(author, (select) => select), []);
  }
});
