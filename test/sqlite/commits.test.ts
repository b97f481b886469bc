import assert from 'node:assert/strict';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, it, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../server/database/engine.ts';
import { openEngine } from '../../server/database/open.ts';
import { rowSource, type Source, type Version } from '../../server/database/versions/version.ts';
import { defineCollection, text } from '../../server/definitions/index.ts';
import { openTemporary } from '../database/open-temporary.ts';

const line = defineCollection({
  name: 'line',
  label: 'Row',
  audit: 'none',
  fields: { text: text({ max: 9, required: true }) },
});
const { database, behind } = await openTemporary([line]);

const insert = (connection: Connection, value: string) =>
  connection.insert({ sql: 'insert into line (text) values (?)', parameters: [value] });
const lines = async () =>
  (await behind.look('select text from line order by id')).map((record) => record.text);

const OPEN_FILES = '/proc/self/fd';

/** Whether it is a temporary file of SQLite. */
function isTemporary(descriptor: string): boolean {
  try {
    return readlinkSync(descriptor).includes('etilqs');
  } catch {
    return false; // closed meanwhile
  }
}

const versionNow = () => {
  const version = database.engine.version?.();
  assert.ok(version);
  return version;
};

beforeEach(() => behind.change('delete from line'));

test('more transactions than share one commit are all kept, in the order in which they came', async () => {
  const values = Array.from({ length: 600 }, (_, index) => `n${index}`);
  await Promise.all(values.map((value) => database.transaction((connection) => insert(connection, value))));
  assert.deepEqual(await lines(), values);
});

describe('an id that a double cannot hold', () => {
  const HUGE = 2n ** 53n + 1n;
  const insertHuge = (connection: Connection) =>
    connection.insert({ sql: "insert into line (id, text) values (?, 'huge')", parameters: [HUGE] });

  it('is kept, and so is what is written after it', async () => {
    assert.deepEqual(await database.transaction(insertHuge), [HUGE]);
    await database.transaction((connection) => insert(connection, 'next'));
    assert.deepEqual(await lines(), ['huge', 'next']);
  });

  it('is undone with its transaction, and later ones are kept', async () => {
    const failing = database.transaction(async (connection) => {
      await insertHuge(connection);
      throw new Error('undone');
    });
    await assert.rejects(failing, /undone/);
    await database.transaction((connection) => insert(connection, 'next'));
    assert.deepEqual(await lines(), ['next']);
  });
});

describe('what was read at a version holds', () => {
  const holds = (before: Version, source: Source) => before.holdsAt(versionNow(), source);

  it('until another process commits, whatever it was read from', async () => {
    const before = versionNow();
    assert.ok(holds(before, 'everything'));
    const other = new DatabaseSync(behind.address.databaseUrl.slice('file:'.length));
    other.exec('create table if not exists elsewhere (id integer)');
    other.exec('insert into elsewhere values (1)');
    other.close();
    assert.equal(holds(before, { tables: ['line'] }), false);
    assert.equal(holds(before, rowSource('line', 1n)), false);
  });

  it('until this process changes its tables', async () => {
    const before = versionNow();
    await database.transaction((connection) => insert(connection, 'a'));
    assert.equal(holds(before, 'everything'), false);
    assert.equal(holds(before, { tables: ['line'] }), false);
    assert.ok(holds(before, { tables: ['another'] }));
  });

  for (const [what, change, isKept] of [
    ['inserts another', {}, true],
    ['updates another, and says so', { sql: 'update line set text = ? where id = 2', onlyRow: 2n }, true],
    ['updates it, and says so', { sql: 'update line set text = ? where id = 1', onlyRow: 1n }, false],
    ['updates records without saying which', { sql: 'update line set text = ? where id = 2' }, false],
    ['deletes records without saying which', { sql: 'delete from line where text = ?' }, false],
  ] as const)
    it(`of a record ${isKept ? 'also when' : 'until'} this process ${what}`, async () => {
      const before = versionNow();
      await database.transaction(async (connection) => {
        if (!('sql' in change)) return void (await insert(connection, 'b'));
        await connection.run({ parameters: ['c'], ...change });
      });
      assert.equal(holds(before, rowSource('line', 1n)), isKept);
    });
});

test('a lock that another connection holds is waited for', async () => {
  const other = new DatabaseSync(behind.address.databaseUrl.slice('file:'.length));
  other.exec(`begin immediate; insert into line (text) values ('z')`);
  const waiting = database.transaction((connection) => insert(connection, 'a'));
  await wait(30);
  other.exec('commit');
  other.close();
  await waiting;
  assert.deepEqual(await lines(), ['z', 'a']);
});

test('a write after the end is refused as unavailable, and those before it are committed', async () => {
  const engine = await openEngine(behind.address);
  const write = (value: string) => engine.transaction((connection) => insert(connection, value));
  const before = write('before');
  await engine.close();
  await before;
  await assert.rejects(write('after'), { status: 503 });
  assert.deepEqual(await lines(), ['before']);
});

test('what finds the disk full is refused as unavailable and undone, and there is room again afterwards', async () => {
  const limit = (pages: number) =>
    database.transaction((connection) => connection.command(`pragma max_page_count = ${pages}`));
  const [record] = await behind.look('pragma page_count');
  await limit(Number(record?.page_count) + 1);
  const large = 'x'.repeat(100_000);
  const outcomes = await Promise.allSettled(
    ['a', large, 'b'].map((value) => database.transaction((connection) => insert(connection, value))),
  );
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.deepEqual(outcome.reason.status, 503);
  assert.equal(outcomes[1]?.status, 'rejected');
  const kept = outcomes.flatMap(({ status }, index) =>
    status === 'fulfilled' ? ['a', large, 'b'][index] : [],
  );
  assert.deepEqual(await lines(), kept);
  await limit(1_000_000);
  await database.transaction((connection) => insert(connection, 'after'));
  assert.deepEqual(await lines(), [...kept, 'after']);
});

test('reads of one exclusive see one state, and the next exclusive sees what another process has committed', async () => {
  const count = async () =>
    (await database.engine.reads.all({ sql: 'select id from line', parameters: [] })).length;
  const other = new DatabaseSync(behind.address.databaseUrl.slice('file:'.length));
  const before = count();
  other.exec(`insert into line (text) values ('z')`);
  const meanwhile = count();
  other.close();
  assert.deepEqual(await Promise.all([before, meanwhile]), [0, 0]);
  await nextTurn();
  assert.equal(await count(), 1);
});

test('a read behind a commit sees it in the same exclusive', async () => {
  const { reads } = database.engine;
  const all = { sql: 'select id from line', parameters: [] };
  await reads.all(all);
  const written = database.transaction((connection) => insert(connection, 'a')).then(() => reads.all(all));
  assert.equal((await written).length, 1);
});

test('what savepoints restore is kept in memory, but in a file for work that runs alone', {
  skip: !existsSync(OPEN_FILES),
}, async () => {
  const records =
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select i from n';
  await behind.change(`insert into line (text) ${records}`);
  const changeAll = async (connection: Connection) => {
    await connection.run({ sql: 'update line set text = text + 1', parameters: [] });
    return readdirSync(OPEN_FILES).filter((name) => isTemporary(`${OPEN_FILES}/${name}`)).length;
  };
  assert.equal(await database.transaction(changeAll), 0);
  assert.equal(await database.engine.alone((exclusive) => exclusive.transaction(changeAll)), 1);
  assert.equal(await database.transaction(changeAll), 0);
});
