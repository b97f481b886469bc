import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { defineCollection, integer, reference, text } from '../../server/definitions/index.ts';
import { openTemporary } from './open-temporary.ts';

const author = defineCollection({
  name: 'author',
  label: 'Author',
  audit: 'full',
  fields: { name: text({ max: 20, required: true }) },
});
const book = defineCollection({
  name: 'book',
  label: 'Book',
  audit: 'full',
  fields: { title: text({ max: 20, required: true }), author_id: reference('author') },
});
const note = defineCollection({
  name: 'note',
  label: 'Note',
  audit: 'none',
  fields: { book_id: integer({ required: true }) },
});

const { database } = await openTemporary([author, book, note]);
const { query, reads } = database;

const answer = async (select: { compile(): { sql: string; parameters: readonly unknown[] } }) =>
  (await reads.all(select.compile())).map(
    (record) => Object.values(record).map((value) => (value === null ? null : String(value))), // drivers differ in how they hand out numbers
  );
const run = (change: { compile(): { sql: string; parameters: readonly unknown[] } }) =>
  database.transaction((connection) => connection.run(change.compile()));
const raw = (statement: string) =>
  database.transaction((connection) => connection.run({ sql: statement, parameters: [] }));

before(async () => {
  await raw(`insert into author (id, name, is_deleted) values (1, 'Ann', false), (2, 'Bob', true)`);
  await raw(
    `insert into book (id, title, author_id, is_deleted) values (1, 'A', 1, false), (2, 'B', 2, false), (3, 'C', 1, true)`,
  );
  await raw('insert into note (id, book_id) values (1, 1), (2, 3)');
});

describe('a deleted record is absent from', () => {
  test('a select', async () => {
    assert.deepEqual(await answer(query.selectFrom('book').select('title').orderBy('id')), [['A'], ['B']]);
  });

  test('a select by alias', async () => {
    assert.deepEqual(await answer(query.selectFrom('book as b').select('b.title').orderBy('b.id')), [
      ['A'],
      ['B'],
    ]);
  });

  test('a select whose own condition has an or', async () => {
    const either = query
      .selectFrom('book')
      .select('title')
      .where((q) => q.or([q('title', '=', 'C'), q('title', '=', 'A')]));
    assert.deepEqual(await answer(either), [['A']]);
  });

  test('a select from two tables', async () => {
    const pairs = query.selectFrom(['author', 'book']).select(['name', 'title']).orderBy('title');
    assert.deepEqual(await answer(pairs), [
      ['Ann', 'A'],
      ['Ann', 'B'],
    ]);
  });

  test('both sides of an inner join', async () => {
    const joined = query.selectFrom('book as b').innerJoin('author as a', 'a.id', 'b.author_id');
    assert.deepEqual(await answer(joined.select(['b.title', 'a.name'])), [['A', 'Ann']]);
  });

  test('the right side of a left join, which keeps its left records', async () => {
    const joined = query.selectFrom('book').leftJoin('author', 'author.id', 'book.author_id');
    assert.deepEqual(await answer(joined.select(['book.title', 'author.name']).orderBy('book.id')), [
      ['A', 'Ann'],
      ['B', null],
    ]);
  });

  test('a join with a table that keeps all its records', async () => {
    const joined = query.selectFrom('note').leftJoin('book', 'book.id', 'note.book_id');
    assert.deepEqual(await answer(joined.select(['note.id', 'book.title']).orderBy('note.id')), [
      ['1', 'A'],
      ['2', null],
    ]);
  });

  test('a join whose own condition has an or', async () => {
    const joined = query
      .selectFrom('note')
      .innerJoin('book', (on) => on.on((q) => q.or([q('book.id', '=', 3), q('book.id', '=', 1)])));
    assert.deepEqual(await answer(joined.select('book.title').distinct()), [['A']]);
  });

  test('a sub-query, wherever it stands', async () => {
    const ids = query.selectFrom('book').select('id');
    assert.deepEqual(await answer(query.selectFrom('note').select('id').where('book_id', 'in', ids)), [
      ['1'],
    ]);
    const inner = query.selectFrom('book').select('title').as('inner');
    assert.equal((await answer(query.selectFrom(inner).selectAll())).length, 2);
    const column = query
      .selectFrom('author')
      .select((q) => q.selectFrom('book').select(q.fn.countAll().as('n')).as('books'));
    assert.deepEqual(await answer(column), [['2']]);
    const named = query.with('living', (q) => q.selectFrom('book').select('title'));
    assert.equal((await answer(named.selectFrom('living').selectAll())).length, 2);
  });

  test('a union', async () => {
    const titles = query.selectFrom('book').select('title');
    assert.equal((await answer(titles.unionAll(query.selectFrom('book').select('title')))).length, 4);
  });

  test('a count', async () => {
    assert.deepEqual(await answer(query.selectFrom('book').select((q) => q.fn.countAll().as('n'))), [['2']]);
  });

  test('an update', async () => {
    assert.equal(await run(query.updateTable('book').set({ title: 'C2' }).where('id', '=', 3)), 0);
    assert.equal(await run(query.updateTable('author').set({ name: 'Ann' })), 1);
  });

  test('a delete', async () => {
    assert.equal(await run(query.deleteFrom('book').where('id', '=', 3)), 0);
    const kept = await reads.all({ sql: 'select title from book where id = 3', parameters: [] });
    assert.equal(kept[0]?.title, 'C');
  });
});

describe('the server refuses', () => {
  test('a right, full or cross join with a table of deletable records, on either side', () => {
    const from = query.selectFrom('note').select('note.id');
    const joins = [
      from.rightJoin('book', 'book.id', 'note.book_id'),
      from.fullJoin('book', 'book.id', 'note.book_id'),
      from.crossJoin('book'),
      query.selectFrom('book').select('book.id').rightJoin('note', 'book.id', 'note.book_id'),
      query.selectFrom('book').select('book.id').fullJoin('note', 'book.id', 'note.book_id'),
    ];
    for (const join of joins) assert.throws(() => join.compile(), /deleted ones|vanish/);
  });

  test('raw SQL that names a table of deletable records', () => {
    const named = sql<{ id: bigint }>`(select id from ${sql.table('book')})`.as('x');
    assert.throws(() => query.selectFrom(named).selectAll().compile(), /Raw SQL/);
    const literal = [
      sql`select id from book`,
      sql`select id from "Book"`,
      sql`select id from ${sql.id('book')}`,
      sql`select id from ${sql.raw('book')}`,
      sql`select (select count(*) from author)`,
      sql`select id from note, book where true`,
      sql`select 1 from note n left join
        book b on b.id = n.book_id`,
      sql`update book set title = ''`,
    ];
    for (const one of literal) assert.throws(() => one.compile(query), /Raw SQL/);
    const column = sql<number>`(select max(id) from book)`.as('newest');
    assert.throws(() => query.selectFrom('note').select(column).compile(), /Raw SQL/);
    assert.doesNotThrow(() => sql`select book_id from note where id = ${'book'}`.compile(query));
    const sameName = sql`select sum("book" >> 32) as author from note where book is not null order by author`;
    assert.doesNotThrow(() => sameName.compile(query), "a column may have a table's name");
    const harmless = sql<number>`${sql.ref('note.id')} + 1`.as('next');
    assert.doesNotThrow(() => query.selectFrom('note').select(harmless).compile());
  });
});
