import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connect } from '../../server/database/database.ts';
import {
  type MigrationContext,
  migrate,
  preview,
  pruneColumn,
  recoverColumn,
} from '../../server/database/schema/migrate.ts';
import type { Renaming } from '../../server/database/schema/step.ts';
import { type Catalogue, makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Definition } from '../../server/definitions/define-record.ts';
import type { Fields } from '../../server/definitions/field.ts';
import {
  bigint,
  boolean,
  dateTime,
  decimal,
  defineRecord,
  integer,
  json,
  longText,
  reference,
  references,
  text,
} from '../../server/definitions/index.ts';
import { newDatabase, type TestDatabase } from '../support/test-database.ts';
import { openFilled } from './open-temporary.ts';

const book = (fields: Fields): Catalogue =>
  catalogueOf({ name: 'book', label: '图书', audit: 'full', fields });

function catalogueOf(...sources: Parameters<typeof defineRecord>[0][]): Catalogue {
  return makeCatalogue(sources.map((source) => defineRecord(source) as Definition));
}

async function start({ address }: TestDatabase, catalogue: Catalogue, rows: Record<string, object[]> = {}) {
  const database = await openFilled(address, catalogue, async ({ query }, connection) => {
    for (const [table, values] of Object.entries(rows))
      for (const one of values)
        await connection.run(
          query
            .insertInto(table)
            .values(one as never)
            .compile(),
        );
  });
  await database.close();
}

/** Works on the tables as the command does. */
async function withContext<T>(
  { address }: TestDatabase,
  catalogue: Catalogue,
  work: (context: MigrationContext, renamings: Renaming[]) => Promise<T>,
  keepDays = 30,
): Promise<T> {
  const database = await connect(address, catalogue);
  const renamings: Renaming[] = [];
  const rename = async (_: unknown, renaming: Renaming) => void renamings.push(renaming);
  const context = { engine: database.engine, catalogue, keepDays, rename, cleanPast: async () => undefined };
  return work(context, renamings).finally(database.close);
}

const apply = (kept: TestDatabase, catalogue: Catalogue, keepDays?: number) =>
  withContext(
    kept,
    catalogue,
    async (context, renamings) => {
      const told: string[] = [];
      await migrate(context, ({ subject }) => void told.push(subject));
      assert.deepEqual((await preview(context)).steps, [], 'nothing is left to do');
      return { told, renamings };
    },
    keepDays,
  );

const droppedToday = (field: string) =>
  `${field}.dropped.${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;

test('a renamed field keeps its values, its indexes and what binds it', async () => {
  const kept = await newDatabase();
  const title = text({ max: 50, required: true, unique: true });
  await start(kept, book({ title }), { book: [{ title: 'A' }, { title: 'B', is_deleted: true }] });
  const renamed = book({ headline: text({ max: 50, required: true, unique: true, renamedFrom: 'title' }) });
  await assert.rejects(start(kept, renamed), /book\.headline is renamed from title.*\n.*quire -- migrate/s);
  const { renamings } = await apply(kept, renamed);
  assert.deepEqual(renamings, [{ record: 'book', field: 'headline', was: 'title' }]);
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

test('a renamed record keeps its rows and its links', async () => {
  const kept = await newDatabase();
  const tag = { name: 'tag', label: 'Tag', audit: 'none', fields: { word: text({ max: 9 }) } } as const;
  const fields = { title: text({ max: 50, unique: true }), tags: references('tag') };
  const rows = {
    tag: [{ word: 'x' }, { word: 'y' }],
    post: [{ title: 'A', tags: '[2,1]' }],
    post__tags: [
      { holder_id: 1, target_id: 2 },
      { holder_id: 1, target_id: 1 },
    ],
  };
  await start(kept, catalogueOf(tag, { name: 'post', label: 'Post', audit: 'full', fields }), rows);
  const renamed = catalogueOf(tag, {
    name: 'article',
    label: 'Article',
    audit: 'full',
    fields: { title: fields.title, labels: references('tag', { renamedFrom: 'tags' }) },
    renamedFrom: 'post',
  });
  const { renamings } = await apply(kept, renamed);
  assert.deepEqual(renamings, [
    { record: 'article', was: 'post' },
    { record: 'article', field: 'labels', was: 'tags' },
    { record: 'article__labels', was: 'post__tags' },
  ]);
  await start(kept, renamed);
  assert.deepEqual(await kept.look('select title, labels from article'), [{ title: 'A', labels: '[2,1]' }]);
  assert.deepEqual(await kept.look('select target_id from article__labels order by target_id'), [
    { target_id: '1' },
    { target_id: '2' },
  ]);
});

test('a record that was started under its new name by mistake takes its old rows, if it has none of its own', async () => {
  const kept = await newDatabase();
  const make = (name: string, renamedFrom: string[] = []) =>
    catalogueOf({ name, label: 'X', audit: 'full', fields: { title: text({ max: 9 }) }, renamedFrom });
  await start(kept, make('post'), { post: [{ title: 'A' }] });
  await start(kept, make('article'));
  await apply(kept, make('article', ['post']));
  assert.deepEqual(await kept.look('select title from article'), [{ title: 'A' }]);
});

test('a record that was started under its old name once more goes on under its new one', async () => {
  const kept = await newDatabase();
  const make = (name: string, renamedFrom: string[] = []) =>
    catalogueOf({ name, label: 'X', audit: 'full', fields: { title: text({ max: 9 }) }, renamedFrom });
  await start(kept, make('post'), { post: [{ title: 'A' }] });
  await apply(kept, make('article', ['post']));
  await start(kept, make('post'));
  await start(kept, make('article', ['post']));
  assert.deepEqual(await kept.look('select title from article'), [{ title: 'A' }]);
  await kept.change(`insert into post (title) values ('B')`);
  await assert.rejects(apply(kept, make('article', ['post'])), /article .*\n {6}!! 1 row exists/);
});

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
      recoverable.map(({ path, rows }) => [path, rows]),
      [[`book.${dropped}`, 1]],
    );
    await assert.rejects(
      recoverColumn(context, 'book.title', () => {}),
      /is no dropped column/,
    );
    await recoverColumn(context, 'book.body', () => {});
  });
  await start(kept, both);
  const rows = await kept.look('select body from book order by id');
  assert.deepEqual(rows, [{ body: 'long' }, { body: null }, { body: null }]);

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

describe('values are changed where each of them fits:', () => {
  const max = 9_223_372_036_854_775_807n;
  const units = decimal({ precision: 9, scale: 2 });
  const changes: [string, Fields[string], unknown[], Fields[string], unknown[]][] = [
    ['a shorter text', text({ max: 20 }), ['文'.repeat(5), ''], text({ max: 5 }), ['文'.repeat(5), '']],
    ['a short text', longText(), ['abc', null], text({ max: 5, indexed: true }), ['abc', null]],
    ['a smaller number', bigint(), [-(2n ** 31n), 7n], integer(), ['-2147483648', '7']],
    ['fewer digits', units, [123], decimal({ precision: 4, scale: 2 }), ['123']],
    ['more digits', units, [123], decimal({ precision: 11, scale: 2 }), ['123']],
    ['another scale', units, [1990, -5, null], decimal({ precision: 9, scale: 3 }), ['19900', '-50', null]],
    ['a lower scale', units, [1990], decimal({ precision: 9, scale: 1 }), ['199']],
    ['digits to a number', text({ max: 30 }), ['12', null], integer({ indexed: true }), ['12', null]],
    ['a number to digits', bigint(), [max], text({ max: 30 }), [String(max)]],
    ['a number to an amount', integer(), [5], units, ['500']],
    ['an amount to a number', units, [500], integer(), ['5']],
    ['a time to a number', dateTime(), [1_767_225_600_000], bigint(), ['1767225600000']],
    ['words to truth', text({ max: 9 }), ['true', 'false'], boolean(), ['1', '0']],
    [
      'a text to JSON',
      text({ max: 9, default: '' }),
      ['"a"'],
      json({ default: null as never }),
      ['"\\"a\\""'],
    ],
    ['one to many', reference('book'), [7, null], references('book'), ['[7]', '[]']],
    ['many to one', references('book'), ['[7]'], reference('book'), ['7']],
    ['null to the default', integer(), [null, 3], integer({ default: 8 }), ['8', '3']],
    ['no null to required', integer(), [3], integer({ required: true }), ['3']],
  ];
  for (const [what, before, values, after, wanted] of changes) {
    test(what, async () => {
      const kept = await newDatabase();
      await start(kept, book({ extra: before }), { book: values.map((extra) => ({ extra })) });
      await apply(kept, book({ extra: after }));
      await start(kept, book({ extra: after }));
      const rows = await kept.look('select extra from book order by id');
      assert.deepEqual(
        rows.map(({ extra }) => extra),
        wanted,
      );
    });
  }
});

describe('rows in the way are counted and shown, and nothing is changed:', () => {
  const refused: [string, Fields[string], unknown[], Fields[string], RegExp][] = [
    [
      'a long text',
      text({ max: 9 }),
      ['abc', '文文文文', 'abcd'],
      text({ max: 3 }),
      /2 rows .* 2 \("文文文文"\), 3/,
    ],
    ['a large number', bigint(), [2n ** 31n], integer(), /1 row .* 1 \(2147483648\)/],
    ['an amount', decimal({ precision: 9, scale: 2 }), [1999], integer(), /1 row .* 1 \("19\.99"\)/],
    ['a word', text({ max: 9 }), ['7', 'seven'], integer(), /1 row .* 2 \("seven"\)/],
    ['a secret', text({ max: 9, secret: true }), ['hidden'], integer({ secret: true }), /1 row .* 1$/],
    ['null', integer(), [null, 3], integer({ required: true }), /1 row holds null: 1/],
    ['a duplicate', integer(), [3, 3], integer({ unique: true }), /1 value .* 3/],
  ];
  for (const [what, before, values, after, told] of refused) {
    test(what, async () => {
      const kept = await newDatabase();
      await start(kept, book({ extra: before }), { book: values.map((extra) => ({ extra })) });
      const { look, behind } = kept;
      const everything = async () => [
        await look((await behind()).presentColumns),
        await look('select * from quire_schema order by place'),
        await look('select * from book order by id'),
      ];
      const was = await everything();
      const changed = book({ extra: after, added: integer() });
      const { steps } = await withContext(kept, changed, preview);
      assert.match(steps.flatMap(({ obstacles }) => obstacles).join(), told);
      await assert.rejects(apply(kept, changed), told);
      assert.deepEqual(await everything(), was);
    });
  }
  test('a record that lets go of its deleted rows', async () => {
    const kept = await newDatabase();
    const source = { name: 'book', label: 'X', fields: { title: text({ max: 9 }) } };
    await start(kept, catalogueOf({ ...source, audit: 'full' }), {
      book: [{ title: 'A', is_deleted: true }],
    });
    await assert.rejects(apply(kept, catalogueOf({ ...source, audit: 'creation' })), /1 deleted row would/);
  });
});

test('rows of a record that begins to tell who made them were made by nobody, today', async () => {
  const kept = await newDatabase();
  const make = (audit: 'none' | 'full') =>
    catalogueOf({ name: 'book', label: 'X', audit, fields: { title: text({ max: 9 }) } });
  await start(kept, make('none'), { book: [{ title: 'A' }] });
  await start(kept, make('full'));
  const midnight = String(Math.floor(Date.now() / 86_400_000) * 86_400_000);
  const told = 'select title, create_time, create_user_id, update_time, delete_time, is_deleted from book';
  const row = { title: 'A', create_time: midnight, create_user_id: '0', update_time: midnight };
  assert.deepEqual(await kept.look(told), [{ ...row, delete_time: null, is_deleted: '0' }]);
  await apply(kept, make('none'));
  await kept.change(`insert into book (title) values ('B')`);
  await withContext(kept, make('full'), async (context) => {
    const { recoverable } = await preview(context);
    for (const { path } of recoverable) await recoverColumn(context, path, () => {});
  });
  await start(kept, make('full'));
  assert.equal(
    (await kept.look(told)).filter((each) => each.is_deleted === '0' && each.create_time === midnight).length,
    2,
  );
});

test('a new field that is unique needs rows that do not all hold its default, and is refused before anything is changed', async () => {
  const kept = await newDatabase();
  const title = text({ max: 9 });
  const coded = book({ title, code: text({ max: 9, default: 'none', unique: true }) });
  await start(kept, book({ title }), { book: [{ title: 'A' }, { title: 'B' }] });
  await assert.rejects(
    start(kept, coded),
    /book\.code\.key is a new unique index\n {6}!! 1 value .* the default in 2 rows/,
  );
  await assert.rejects(kept.look('select code from book'), 'nothing was added');
  await kept.change(`delete from book where title = 'B'`);
  await start(kept, coded);
  await start(kept, book({ title: text({ max: 9, unique: true }), code: text({ max: 9, default: 'none' }) }));
});

test('each step tells how many rows it concerns', async () => {
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
  assert.deepEqual(Object.fromEntries(steps.map(({ step, rows }) => [step.subject, rows])), {
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
  assert.deepEqual([...one.told, ...other.told].sort(), ['book.count', 'book.count']);
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
    [first, ...others].map((row) => row?.state),
    others.map(() => 'done').concat('done'),
  );
});

test('an index that nothing asks for any more is taken away by the next start', async () => {
  const kept = await newDatabase();
  await start(kept, book({ title: text({ max: 9, unique: true }) }), { book: [{ title: 'A' }] });
  await start(kept, book({ title: text({ max: 9 }) }));
  await kept.change(`insert into book (title) values ('A')`);
});
