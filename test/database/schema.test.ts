import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { openDatabase, SchemaConflict } from '../../server/database/database.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Fields } from '../../server/definitions/field.ts';
import {
  bigint,
  boolean,
  decimal,
  defineRecord,
  integer,
  longText,
  text,
} from '../../server/definitions/index.ts';
import { openTemporary, temporaryFolder } from './open-temporary.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `${++files}.db`);

const book = (fields: Fields) => defineRecord({ name: 'book', label: '图书', audit: 'full', fields });

async function start(file: string, fields: Fields, ...statements: string[]): Promise<void> {
  const catalogue = makeCatalogue([book(fields)]);
  const database = await openDatabase(`file:${file}`, catalogue, async (_, connection) => {
    for (const sql of statements) await connection.run({ sql, parameters: [] });
  });
  await database.close();
}

function look(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

const everything = (file: string) => [
  look(file, 'select type, name, sql from sqlite_master order by name'),
  look(file, 'select * from quire_schema order by place'),
  look(file, 'select * from book'),
];

test('an empty file gets each table with its columns', async () => {
  const file = newFile();
  await start(file, { title: text({ max: 50, default: '' }), price: decimal({ precision: 9, scale: 2 }) });
  const columns = look(file, `select name from pragma_table_info('book')`).map(({ name }) => name);
  assert.deepEqual(columns.slice(0, 4), ['id', 'title', 'price', 'create_time']);
  assert.equal(columns.length, 10);
});

test('a start with the same definitions changes nothing', async () => {
  const file = newFile();
  const fields = { title: text({ max: 50, default: "it's", unique: true }) };
  await start(file, fields, `insert into book (title) values ('A')`);
  const before = everything(file);
  await start(file, fields);
  assert.deepEqual(everything(file), before);
});

test('a new column comes by itself, and rows that are there get its default', async () => {
  const file = newFile();
  const title = text({ max: 50, default: '' });
  await start(file, { title }, `insert into book (title) values ('A')`);
  await start(file, {
    title,
    state: text({ max: 9, default: "it's" }),
    price: decimal({ precision: 9, scale: 2, default: '1.50' }),
    big: bigint({ default: 2n ** 63n - 1n }),
    on: boolean({ default: true }),
    pages: integer({ indexed: true }),
  });
  assert.deepEqual(
    look(file, `select title, state, price, cast(big as text) as big, "on", pages from book`),
    [{ title: 'A', state: "it's", price: 150, big: '9223372036854775807', on: 1, pages: null }],
  );
});

test('a unique field binds visible rows only', async () => {
  const { database } = await openTemporary([
    book({ title: text({ max: 50, required: true, unique: true }) }),
  ]);
  const insert = (title: string, deleted: number) =>
    database.transaction((connection) =>
      connection.run({
        sql: 'insert into book (title, is_deleted) values (?, ?)',
        parameters: [title, deleted],
      }),
    );
  await insert('A', 1);
  await insert('A', 1);
  await insert('A', 0);
  await assert.rejects(insert('A', 0), { key: 'duplicate', status: 400 });
  await insert('A', 1);
});

describe('what could lose data stops the start, is named, and leaves everything as it was:', () => {
  const extra = integer({ default: 1 });
  const title = text({ max: 50, default: '' });
  const refused: [string, Fields, Fields][] = [
    ['a dropped column', { title, extra }, { title }],
    ['a renamed column', { title, extra }, { title, extra2: extra }],
    ['a narrowed text', { title, extra: text({ max: 20 }) }, { title, extra: text({ max: 19 }) }],
    ['a long text made short', { title, extra: longText() }, { title, extra: text({ max: 99 }) }],
    ['a narrowed number', { title, extra: bigint() }, { title, extra: integer() }],
    ['another kind', { title, extra: integer() }, { title, extra: text({ max: 20 }) }],
    [
      'another scale',
      { title, extra: decimal({ precision: 9, scale: 2 }) },
      { title, extra: decimal({ precision: 9, scale: 3 }) },
    ],
    ['a new column that is required', { title }, { title, extra: integer({ required: true }) }],
  ];
  for (const [what, before, after] of refused) {
    test(what, async () => {
      const file = newFile();
      await start(file, before, `insert into book (title) values ('A')`);
      const was = everything(file);
      await assert.rejects(start(file, { ...after, added: integer() }), (error: unknown) => {
        assert.ok(error instanceof SchemaConflict);
        assert.match(error.message, /book\.extra /);
        return true;
      });
      assert.deepEqual(everything(file), was);
      await start(file, before);
    });
  }
});

test('widening passes, and is remembered', async () => {
  const file = newFile();
  await start(
    file,
    { title: text({ max: 5 }), body: text({ max: 5 }), count: integer() },
    `insert into book (title, body, count) values ('A', 'B', 7)`,
  );
  await start(file, { title: text({ max: 9 }), body: longText(), count: bigint() });
  assert.deepEqual(look(file, 'select title, body, count from book'), [{ title: 'A', body: 'B', count: 7 }]);
  await assert.rejects(
    start(file, { title: text({ max: 5 }), body: longText(), count: bigint() }),
    /book\.title /,
  );
});

test('two starts on one empty file at the same time both succeed, and make the first rows once', async () => {
  const file = newFile();
  const catalogue = makeCatalogue([book({ title: text({ max: 9, default: '' }) })]);
  const open = () =>
    openDatabase(`file:${file}`, catalogue, async ({ query }, connection) => {
      const present = await connection.all(query.selectFrom('book').select('id').compile());
      if (present.length === 0)
        await connection.run(query.insertInto('book').values({ title: 'A' }).compile());
    });
  const databases = await Promise.all([open(), open(), open()]);
  for (const database of databases) await database.close();
  assert.deepEqual(look(file, 'select title from book'), [{ title: 'A' }]);
});

test('an address without an engine is refused', async () => {
  await assert.rejects(
    openDatabase('nosuch://x', makeCatalogue([]), async () => {}),
    /DATABASE_URL.*nosuch/,
  );
});
