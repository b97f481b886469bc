import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AUDIT_FIELDS } from '../../contract/audit.ts';
import { openDatabase } from '../../server/database/database.ts';
import { SchemaConflict } from '../../server/database/schema/at-start.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Fields } from '../../server/definitions/field.ts';
import {
  bigint,
  boolean,
  decimal,
  defineCollection,
  integer,
  longText,
  text,
} from '../../server/definitions/index.ts';
import { engineName, newDatabase, type TestDatabase } from '../support/test-database.ts';
import { book, everything, start } from './books.ts';
import { openFilled, openTemporary } from './open-temporary.ts';

test('an empty database gets each table with its columns', async () => {
  const kept = await newDatabase();
  await start(kept, { title: text({ max: 50, default: '' }), price: decimal({ precision: 9, scale: 2 }) });
  const present = await kept.look((await kept.behind()).presentColumns);
  const columns = present.flatMap((record) => (record.table === 'book' ? record.column : []));
  assert.deepEqual(columns.sort(), ['id', 'title', 'price', ...AUDIT_FIELDS].sort());
});

/** This many text fields, of this length. */
const texts = (count: number, max: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`text_${index}`, text({ max, default: '' })]),
  );

test('a record may have 190 short texts, all of them full', async () => {
  const { address } = await newDatabase();
  const fields = texts(190, 60);
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, '山'.repeat(60)]));
  const database = await openFilled(address, makeCatalogue([book(fields)]), async ({ query }, connection) => {
    await connection.run(query.insertInto('book').values(values).compile());
  });
  await database.close();
});

test('an index as wide as any may be holds such values', async () => {
  const fields = { url: text({ max: 480 }), a: text({ max: 60 }), b: text({ max: 60 }) };
  await openTemporary([
    defineCollection({ name: 'page', label: 'Page', audit: 'none', fields, indexes: [['url', 'a', 'b']] }),
  ]);
});

test('a collection whose record an engine cannot hold stops the start, which names it and what is too much', async () => {
  const started = start(await newDatabase(), texts(200, 100));
  if (engineName === 'mysql')
    await assert.rejects(started, /'book' needs \d+ bytes for a record; MariaDB has at most 65535/);
  else await started;
});

test('a start with the same definitions changes nothing', async () => {
  const kept = await newDatabase();
  const fields = { title: text({ max: 50, default: "it's", unique: true }) };
  await start(kept, fields, 'A');
  const before = await everything(kept);
  await start(kept, fields);
  assert.deepEqual(await everything(kept), before);
});

test('a new column is added at start, and existing records get its default', async () => {
  const kept = await newDatabase();
  const title = text({ max: 50, default: '' });
  await start(kept, { title }, 'A');
  await start(kept, {
    title,
    state: text({ max: 9, default: "it's a\\b" }),
    story: longText({ default: "it's 𝄞\n\\" }),
    price: decimal({ precision: 9, scale: 2, default: '1.50' }),
    big: bigint({ default: 2n ** 63n - 1n }),
    on: boolean({ default: true }),
    pages: integer({ indexed: true }),
  });
  assert.deepEqual(await kept.look('select title, state, story, price, big, "on", pages from book'), [
    {
      title: 'A',
      state: "it's a\\b",
      story: "it's 𝄞\n\\",
      price: '150',
      big: '9223372036854775807',
      on: '1',
      pages: null,
    },
  ]);
});

test('a unique field binds visible records only', async () => {
  const { database } = await openTemporary([
    book({ title: text({ max: 50, required: true, unique: true }) }),
  ]);
  const insert = (title: string, is_deleted: boolean) =>
    database.transaction((connection) =>
      connection.run(database.query.insertInto('book').values({ title, is_deleted }).compile()),
    );
  await insert('A', true);
  await insert('A', true);
  await insert('A', false);
  await assert.rejects(insert('A', false), { key: 'duplicate', status: 409 });
  await insert('A', true);
});

describe('tables without a definition', () => {
  const named = (name: string) =>
    defineCollection({ name, label: name, audit: 'none', fields: { title: text({ max: 20 }) } });
  const open = async ({ address }: TestDatabase, ...names: string[]) => {
    const database = await openDatabase(address, makeCatalogue(names.map(named)));
    await database.close();
    return database.notices.join('\n');
  };

  test('are named by a start, which keeps them', async () => {
    const kept = await newDatabase();
    assert.equal(await open(kept, 'film', 'sponsor'), '');
    for (const _ of 'ab') assert.match(await open(kept, 'film'), /^Without a definition: 'sponsor'\. /);
    assert.equal(await open(kept, 'film', 'sponsor'), '');
  });

  test('are a warning where no collection of the folder has one', async () => {
    const kept = await newDatabase();
    await open(kept, 'film', 'venue');
    assert.match(await open(kept, 'book'), /^WARNING: .*\nWithout a definition: 'film', 'venue'\. /);
  });
});

describe('a unique group in which nulls are equal', () => {
  const fields = { title: text({ max: 20, required: true }), place: text({ max: 20 }), mark: integer() };
  const group = (nulls: 'equal' | 'distinct') =>
    defineCollection({
      name: 'book',
      label: 'Book',
      audit: 'full',
      fields,
      unique: [{ fields: ['title', 'place', 'mark'], nulls }],
    });
  const open = ({ address }: TestDatabase, nulls: 'equal' | 'distinct') =>
    openDatabase(address, makeCatalogue([group(nulls)]));
  const insert = async (kept: TestDatabase, ...records: object[]) => {
    const database = await open(kept, 'distinct');
    await database.transaction(async (connection) => {
      for (const record of records)
        await connection.run(database.query.insertInto('book').values(record).compile());
    });
    await database.close();
  };

  test('is not made over records that break it, which are named', async () => {
    const kept = await newDatabase();
    await insert(kept, { title: 'A', mark: 1 }, { title: 'A', mark: 1 }, { title: 'A' }, { title: 'B' });
    await assert.rejects(open(kept, 'equal'), (error: SchemaConflict) => {
      assert.match(error.message, /book\.title\.mark\.0\.place\.key .*"A" and 1 and no place in 2 records/s);
      return error instanceof SchemaConflict;
    });
  });

  test('is made, kept and unmade by starts', async () => {
    const kept = await newDatabase();
    await insert(kept, { title: 'A', mark: 1 }, { title: 'A' }, { title: 'B' });
    for (const _ of 'ab') await (await open(kept, 'equal')).close();
    const database = await open(kept, 'equal');
    for (const record of [{ title: 'A', mark: 1 }, { title: 'B' }])
      await assert.rejects(
        database.transaction((connection) =>
          connection.run(database.query.insertInto('book').values(record).compile()),
        ),
        { key: 'duplicate' },
      );
    await database.close();
    await insert(kept, { title: 'B' });
  });
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
      const kept = await newDatabase();
      await start(kept, before, 'A');
      const was = await everything(kept);
      await assert.rejects(start(kept, { ...after, added: integer() }), (error: unknown) => {
        assert.ok(error instanceof SchemaConflict);
        assert.match(error.message, /book\.extra /);
        return true;
      });
      assert.deepEqual(await everything(kept), was);
      await start(kept, before);
    });
  }
});

test('widening passes, and is remembered', async () => {
  const kept = await newDatabase();
  await start(kept, { title: text({ max: 5 }), body: text({ max: 5 }), count: integer() }, 'A');
  await kept.change("update book set body = 'B', count = 7");
  await start(kept, { title: text({ max: 9 }), body: longText(), count: bigint() });
  assert.deepEqual(await kept.look('select title, body, count from book'), [
    { title: 'A', body: 'B', count: '7' },
  ]);
  await assert.rejects(
    start(kept, { title: text({ max: 5 }), body: longText(), count: bigint() }),
    /book\.title /,
  );
});

test('two starts on one empty database at the same time both succeed, and make the first records once', async () => {
  const kept = await newDatabase();
  const catalogue = makeCatalogue([book({ title: text({ max: 9, default: '' }) })]);
  const open = () =>
    openFilled(kept.address, catalogue, async ({ query }, connection) => {
      const present = await connection.all(query.selectFrom('book').select('id').compile());
      if (present.length === 0)
        await connection.run(query.insertInto('book').values({ title: 'A' }).compile());
    });
  const databases = await Promise.all([open(), open(), open()]);
  for (const database of databases) await database.close();
  assert.deepEqual(await kept.look('select title from book'), [{ title: 'A' }]);
});

test('an address without an engine is refused', async () => {
  await assert.rejects(
    openDatabase(
      { databaseUrl: 'nosuch://x', databaseConnections: 2, databaseTimeout: 1, databaseWait: 0 },
      makeCatalogue([]),
    ),
    /DATABASE_URL.*nosuch/,
  );
});
