import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preview, recoverColumn } from '../../server/database/schema/migrate.ts';
import { integer, references, text } from '../../server/definitions/index.ts';
import { newDatabase } from '../support/test-database.ts';
import { apply, book, catalogueOf, start, withContext } from './migrating.ts';

test('a renamed field keeps its values, its indexes and what binds it', async () => {
  const kept = await newDatabase();
  const title = text({ max: 50, required: true, unique: true });
  await start(kept, book({ title }), { book: [{ title: 'A' }, { title: 'B', is_deleted: true }] });
  const renamed = book({ headline: text({ max: 50, required: true, unique: true, renamedFrom: 'title' }) });
  await assert.rejects(start(kept, renamed), /book\.headline is renamed from title.*\n.*quire -- migrate/s);
  const { renamings } = await apply(kept, renamed);
  assert.deepEqual(renamings, [{ collection: 'book', field: 'headline', was: 'title' }]);
  await start(kept, renamed);
  assert.deepEqual(await kept.look('select headline from book order by id'), [
    { headline: 'A' },
    { headline: 'B' },
  ]);
  await assert.rejects(kept.change(`insert into book (headline) values ('A')`));
  await kept.change(`insert into book (headline) values ('B')`);
});

test('a field may have been renamed more than once since the tables were made', async () => {
  const kept = await newDatabase();
  await start(kept, book({ title: text({ max: 50 }) }), { book: [{ title: 'A' }] });
  await apply(kept, book({ caption: text({ max: 50, renamedFrom: ['headline', 'title'] }) }));
  assert.deepEqual(await kept.look('select caption from book'), [{ caption: 'A' }]);
});

test('a renamed collection keeps its records and its links', async () => {
  const kept = await newDatabase();
  const tag = { name: 'tag', label: 'Tag', audit: 'none', fields: { word: text({ max: 9 }) } } as const;
  const fields = { title: text({ max: 50, unique: true }), tags: references('tag') };
  const records = {
    tag: [{ word: 'x' }, { word: 'y' }],
    post: [{ title: 'A', tags: '[2,1]' }],
    post__tags: [
      { holder_id: 1, target_id: 2 },
      { holder_id: 1, target_id: 1 },
    ],
  };
  await start(kept, catalogueOf(tag, { name: 'post', label: 'Post', audit: 'full', fields }), records);
  const renamed = catalogueOf(tag, {
    name: 'article',
    label: 'Article',
    audit: 'full',
    fields: { title: fields.title, labels: references('tag', { renamedFrom: 'tags' }) },
    renamedFrom: 'post',
  });
  const { renamings } = await apply(kept, renamed);
  assert.deepEqual(renamings, [
    { collection: 'article', was: 'post' },
    { collection: 'article', field: 'labels', was: 'tags' },
    { collection: 'article__labels', was: 'post__tags' },
  ]);
  await start(kept, renamed);
  assert.deepEqual(await kept.look('select title, labels from article'), [{ title: 'A', labels: '[2,1]' }]);
  assert.deepEqual(await kept.look('select target_id from article__labels order by target_id'), [
    { target_id: '1' },
    { target_id: '2' },
  ]);
});

test('a collection that was started under its new name by mistake takes its old records, if it has none of its own', async () => {
  const kept = await newDatabase();
  const make = (name: string, renamedFrom: string[] = []) =>
    catalogueOf({ name, label: 'X', audit: 'full', fields: { title: text({ max: 9 }) }, renamedFrom });
  await start(kept, make('post'), { post: [{ title: 'A' }] });
  await start(kept, make('article'));
  await apply(kept, make('article', ['post']));
  assert.deepEqual(await kept.look('select title from article'), [{ title: 'A' }]);
});

test('a collection that was started under its old name once more goes on under its new one', async () => {
  const kept = await newDatabase();
  const make = (name: string, renamedFrom: string[] = []) =>
    catalogueOf({ name, label: 'X', audit: 'full', fields: { title: text({ max: 9 }) }, renamedFrom });
  await start(kept, make('post'), { post: [{ title: 'A' }] });
  await apply(kept, make('article', ['post']));
  await start(kept, make('post'));
  await start(kept, make('article', ['post']));
  assert.deepEqual(await kept.look('select title from article'), [{ title: 'A' }]);
  await kept.change(`insert into post (title) values ('B')`);
  await assert.rejects(apply(kept, make('article', ['post'])), /article .*\n {6}!! 1 record exists/);
});

test('records of a collection that begins to tell who made them were made by nobody, today', async () => {
  const kept = await newDatabase();
  const make = (audit: 'none' | 'full') =>
    catalogueOf({ name: 'book', label: 'X', audit, fields: { title: text({ max: 9 }) } });
  await start(kept, make('none'), { book: [{ title: 'A' }] });
  await start(kept, make('full'));
  const midnight = String(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  const query = 'select title, create_time, create_user_id, update_time, delete_time, is_deleted from book';
  const record = { title: 'A', create_time: midnight, create_user_id: '0', update_time: midnight };
  assert.deepEqual(await kept.look(query), [{ ...record, delete_time: null, is_deleted: '0' }]);
  await apply(kept, make('none'));
  await kept.change(`insert into book (title) values ('B')`);
  await withContext(kept, make('full'), async (context) => {
    const { recoverable } = await preview(context);
    for (const { path } of recoverable) await recoverColumn(context, path, () => {});
  });
  await start(kept, make('full'));
  assert.equal(
    (await kept.look(query)).filter((each) => each.is_deleted === '0' && each.create_time === midnight)
      .length,
    2,
  );
});

test('a new field that is unique needs records that do not all hold its default, and is refused before anything is changed', async () => {
  const kept = await newDatabase();
  const title = text({ max: 9 });
  const coded = book({ title, code: text({ max: 9, default: 'none', unique: true }) });
  await start(kept, book({ title }), { book: [{ title: 'A' }, { title: 'B' }] });
  await assert.rejects(
    start(kept, coded),
    /book\.code\.key is a new unique index\n {6}!! 1 value .* the default in 2 records/,
  );
  await assert.rejects(kept.look('select code from book'), 'nothing was added');
  await kept.change(`delete from book where title = 'B'`);
  await start(kept, coded);
  await start(kept, book({ title: text({ max: 9, unique: true }), code: text({ max: 9, default: 'none' }) }));
});

test('each step tells how many records it concerns', async () => {
  const kept = await newDatabase();
  const before = { body: text({ max: 9 }), note: text({ max: 9 }), size: integer() };
  await start(kept, book({ title: text({ max: 9 }), ...before }), {
    book: [
      { title: 'A', note: 'x', size: 1 },
      { title: 'B', size: 2 },
      { title: 'C', body: 'y', size: 3 },
    ],
  });
  const after = {
    headline: text({ max: 9, renamedFrom: 'title' }),
    note: text({ max: 9, default: '' }),
    size: integer({ required: true }),
  };
  const { steps } = await withContext(kept, book(after), preview);
  assert.deepEqual(Object.fromEntries(steps.map(({ step, rows: records }) => [step.subject, records])), {
    'book.body': 1,
    'book.headline': 3,
    'book.note': 2,
    'book.size': 0,
  });
});

test('two migrations at once do the work once', async () => {
  const kept = await newDatabase();
  await start(kept, book({ title: text({ max: 9 }) }), { book: [{ title: '7' }] });
  const renamed = book({ count: integer({ renamedFrom: 'title' }) });
  const [one, other] = await Promise.all([apply(kept, renamed), apply(kept, renamed)]);
  assert.deepEqual([...one.steps, ...other.steps].sort(), ['book.count', 'book.count']);
  assert.deepEqual(await kept.look('select count from book'), [{ count: '7' }]);
});

test('what is changed is noted: what, when, who started it, and what became of it', async () => {
  const kept = await newDatabase();
  await start(kept, book({ title: text({ max: 9 }) }));
  await apply(kept, book({ headline: text({ max: 9, renamedFrom: 'title' }) }));
  const [first, ...others] = await kept.look('select * from quire_migration order by id desc');
  assert.match(String(first?.step), /^book\.headline is renamed from title/);
  assert.match(String(first?.sql), /rename column "title" to "headline"/);
  assert.match(String(first?.started_by), /^\S+@\S+$/);
  assert.ok(
    Number(first?.begun_at) > 1_700_000_000_000 && Number(first?.ended_at) >= Number(first?.begun_at),
  );
  assert.deepEqual(
    [first, ...others].map((record) => record?.state),
    others.map(() => 'done').concat('done'),
  );
});

test('an index that nothing asks for any more is taken away by the next start', async () => {
  const kept = await newDatabase();
  await start(kept, book({ title: text({ max: 9, unique: true }) }), { book: [{ title: 'A' }] });
  await start(kept, book({ title: text({ max: 9 }) }));
  await kept.change(`insert into book (title) values ('A')`);
});
