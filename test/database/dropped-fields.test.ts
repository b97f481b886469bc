import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preview, pruneColumn, recoverColumn } from '../../server/database/schema/migrate.ts';
import type { Fields } from '../../server/definitions/field.ts';
import { references, text } from '../../server/definitions/index.ts';
import { newDatabase, type TestDatabase } from '../support/test-database.ts';
import { apply, book, catalogueOf, droppedToday, start, withContext } from './migrating.ts';

test('a dropped field is recovered with its values, and pruned at its time', async () => {
  const kept = await newDatabase();
  const title = text({ max: 50, default: '' });
  const both = book({ title, body: text({ max: 50, indexed: true }) });
  await start(kept, both, { book: [{ title: 'A', body: 'long' }, { title: 'B' }] });
  await assert.rejects(start(kept, book({ title })), /book\.body is no longer in the definition/);
  await apply(kept, book({ title }));
  const dropped = droppedToday('body');
  await start(kept, book({ title }), { book: [{ title: 'C' }] });
  await assert.rejects(start(kept, both), /--recover book\.body/, 'a start does not begin anew');
  await withContext(kept, both, async (context) => {
    const { recoverable } = await preview(context);
    assert.deepEqual(
      recoverable.map(({ path, rows: records }) => [path, records]),
      [[`book.${dropped}`, 1]],
    );
    await assert.rejects(
      recoverColumn(context, 'book.title', () => {}),
      /is no dropped column/,
    );
    await recoverColumn(context, 'book.body', () => {});
  });
  await start(kept, both);
  const records = await kept.look('select body from book order by id');
  assert.deepEqual(records, [{ body: 'long' }, { body: null }, { body: null }]);

  await apply(kept, book({ title }));
  await apply(kept, both);
  await apply(kept, book({ title }));
  assert.deepEqual(await droppedIn(kept), [dropped, `${dropped}.2`]);
  await withContext(kept, both, (context) => pruneColumn(context, `book.${dropped}`, () => {}));
  assert.deepEqual(await droppedIn(kept), [`${dropped}.2`]);
  await apply(kept, book({ title }), 1);
  assert.deepEqual(await droppedIn(kept), [`${dropped}.2`], 'it is not its day yet');
  await start(kept, book({ title }));
  await apply(kept, book({ title }), 0);
  assert.deepEqual(await droppedIn(kept), [`${dropped}.2`], 'its day is not over yet');
  const older = `alter table book rename column "${dropped}.2" to "body.dropped.20250101"`;
  await withContext(kept, book({ title }), ({ engine }) =>
    engine.transaction((connection) => connection.command(older)),
  );
  await apply(kept, book({ title }));
  assert.deepEqual(await droppedIn(kept), []);
});

async function droppedIn({ look, behind }: TestDatabase): Promise<string[]> {
  const present = await look((await behind()).presentColumns);
  return present.flatMap(({ column }) => (column?.includes('.') ? column : [])).sort();
}

test('a dropped field of many references comes back with its links', async () => {
  const kept = await newDatabase();
  const post = (fields: Fields) =>
    catalogueOf(
      { name: 'tag', label: 'Tag', audit: 'none', fields: { word: text({ max: 9 }) } },
      { name: 'post', label: 'Post', audit: 'none', fields: { title: text({ max: 9 }), ...fields } },
    );
  const tags = references('tag');
  await start(kept, post({ tags }), {
    post: [
      { title: 'A', tags: '[7,9]' },
      { title: 'B', tags: '[]' },
    ],
  });
  await apply(kept, post({}));
  await withContext(kept, post({ tags }), (context) => recoverColumn(context, 'post.tags', () => {}));
  await start(kept, post({ tags }));
  assert.deepEqual(await kept.look('select tags from post order by id'), [{ tags: '[7,9]' }, { tags: '[]' }]);
  assert.deepEqual(await kept.look('select holder_id, target_id from post__tags order by target_id'), [
    { holder_id: '1', target_id: '7' },
    { holder_id: '1', target_id: '9' },
  ]);
});
