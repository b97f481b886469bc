import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COLLATION_DATA } from '../../server/definitions/collation/collator.ts';
import { sortKey } from '../../server/definitions/collation/sort-key.ts';
import { integer, longText, text } from '../../server/definitions/index.ts';
import { newDatabase, type TestDatabase } from '../support/test-database.ts';
import { apply, book, start, withContext } from './migrating.ts';

const title = (collation?: string, more: object = {}) =>
  text({ max: 40, ...(collation !== undefined && { collation }), ...more });
const TITLES = ['zebra', 'Äpfel', 'öga', "o'clock", 'a\\b', ''];
const records = {
  book: [...TITLES.map((one) => ({ title: one })), { title: null }, { title: 'Ö', is_deleted: true }],
};

const keysOf = async (kept: TestDatabase, column = 'title') =>
  new Map(
    (await kept.look(`select "${column}" as "text", "${column}-key" as "key" from book order by id`)).map(
      (record) => [record.text, record.key],
    ),
  );
const keysIn = (tag: string, texts: readonly (string | null)[] = [...TITLES, null, 'Ö']) =>
  new Map(texts.map((one) => [one, one === null ? null : sortKey(tag, one)]));

describe('the sort keys of records that exist', () => {
  test('are filled by a migration, in the trash too, and a start waits for it', async () => {
    const kept = await newDatabase();
    await start(kept, book({ title: title() }), records);
    const collated = book({ title: title('sv', { indexed: true }) });
    await assert.rejects(start(kept, collated), /book\.title-key gets the keys.*\n.*quire -- migrate/s);
    const { steps } = await apply(kept, collated);
    assert.deepEqual(steps.slice(0, 2), ['book.title-key', 'book.title-key']);
    assert.deepEqual(await keysOf(kept), keysIn('sv'));
    await start(kept, collated);
    assert.deepEqual((await apply(kept, collated)).steps, [], 'nothing is done twice');
  });

  test('are filled further after an interruption, and told by the number of records', async () => {
    const kept = await newDatabase();
    await start(kept, book({ title: title() }), records);
    const collated = book({ title: title('de') });
    await apply(kept, collated);
    await kept.change(`update book set "title-key" = null where title = 'zebra'`);
    await kept.change(
      `update quire_schema set kind = replace(kind, '"collation":"de"', '"note":"x"') where place = 'book.title-key'`,
    );
    const told: number[] = [];
    const { migrate } = await import('../../server/database/schema/migrate.ts');
    await withContext(kept, collated, (context) =>
      migrate({ ...context, onRows: (_, count) => void told.push(count) }, () => {}),
    );
    assert.deepEqual([told[0], told.at(-1)], [8, 8]);
    assert.deepEqual(await keysOf(kept), keysIn('de'));
  });

  test('are made anew in another language, and deleted without one', async () => {
    const kept = await newDatabase();
    await start(kept, book({ title: title('de') }), records);
    await apply(kept, book({ title: title('sv') }));
    assert.deepEqual(await keysOf(kept), keysIn('sv'));
    await assert.rejects(
      start(kept, book({ title: title() })),
      /book\.title-key holds what lists were sorted by/,
    );
    await apply(kept, book({ title: title() }));
    assert.deepEqual(await kept.look(`select * from quire_schema where place like '%-key'`), []);
    await start(kept, book({ title: title() }));
  });

  const changes: [
    what: string,
    before: object,
    after: object,
    column: string,
    wanted: Map<unknown, unknown>,
  ][] = [
    [
      'a renamed field',
      { title: title('de') },
      { name: title('de', { renamedFrom: 'title' }) },
      'name',
      keysIn('de'),
    ],
    ['values that are converted', { title: longText() }, { title: title('de') }, 'title', keysIn('de')],
    [
      'values that become required',
      { title: title('de') },
      { title: title('de', { default: 'Ähre' }) },
      'title',
      keysIn('de', [...TITLES, 'Ähre', 'Ö']),
    ],
  ];
  for (const [what, before, after, column, wanted] of changes)
    test(`follow ${what}`, async () => {
      const kept = await newDatabase();
      await start(kept, book(before as never), {
        book: records.book.map((record) => ({ ...record })),
      });
      await apply(kept, book(after as never));
      assert.deepEqual(await keysOf(kept, column), wanted);
      await start(kept, book(after as never));
    });

  test('of a new field need no migration', async () => {
    const kept = await newDatabase();
    await start(kept, book({ note: title() }), { book: [{ note: 'A' }] });
    const more = book({ note: title(), title: title('de'), name: title('de', { default: 'Öl' }) });
    await start(kept, more);
    assert.deepEqual(await keysOf(kept), keysIn('de', [null]));
    assert.deepEqual(await keysOf(kept, 'name'), keysIn('de', ['Öl']));
    await start(kept, more);
  });
});

describe('an earlier version that knows no sort keys', () => {
  test('starts, and the later one asks for a migration of what it wrote', async () => {
    const kept = await newDatabase();
    const earlier = book({ note: title() });
    const later = book({ note: title(), title: title('de') });
    await start(kept, earlier, { book: [{ note: 'A' }] });
    await start(kept, later);
    await start(kept, earlier, { book: [{ note: 'B' }] });
    await kept.change(`update book set title = 'Ä' where note = 'B'`);
    await assert.rejects(start(kept, later), /book\.title-key gets the keys/);
    await apply(kept, later);
    assert.deepEqual(await keysOf(kept), keysIn('de', [null, 'Ä']));
    await start(kept, later);
  });
});

describe('keys made with other data about languages', () => {
  test('go on, are named, and are made anew by a migration beside running servers', async () => {
    const kept = await newDatabase();
    const collated = book({ title: title('de'), pages: integer() });
    await start(kept, collated, records);
    await kept.change(`update book set "title-key" = 'x' where title = 'zebra'`);
    const made = `"data":"${COLLATION_DATA}"`;
    await kept.change(
      `update quire_schema set kind = replace(kind, '${made}', '"data":"12.0"') where place = 'book.title-key'`,
    );
    await start(kept, collated);
    assert.equal((await keysOf(kept)).get('zebra'), 'x', 'a start changes none');
    const { preview } = await import('../../server/database/schema/migrate.ts');
    const { steps } = await withContext(kept, collated, (context) => preview(context));
    assert.deepEqual(
      steps.map(({ step }) => [step.subject, step.when]),
      [['book.title-key', 'anyTime']],
    );
    await apply(kept, collated);
    assert.deepEqual(await keysOf(kept), keysIn('de'));
  });
});
