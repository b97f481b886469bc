import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../server/database/engine.ts';
import { defineRecord, text } from '../../server/definitions/index.ts';
import { openTemporary } from './open-temporary.ts';

const line = defineRecord({
  name: 'line',
  label: '行',
  audit: 'none',
  fields: { text: text({ max: 9, required: true, unique: true }) },
});
const { database, file } = await openTemporary([line]);

const insert = async (connection: Connection, value: string) => {
  const [id] = await connection.insert({ sql: 'insert into line (text) values (?)', parameters: [value] });
  assert.ok(id);
  return id;
};
const lines = async () =>
  (await database.reads.all({ sql: 'select text from line order by id', parameters: [] })).map(
    (row) => row.text,
  );
const erase = (where: string) =>
  database.transaction((connection) =>
    connection.run({ sql: `delete from line where ${where}`, parameters: [] }),
  );

beforeEach(() => erase('true'));

test('of transactions that run together, one that throws undoes only itself', async () => {
  const work = ['a', 'b', 'c', 'd'].map((value) =>
    database.transaction(async (connection) => {
      await insert(connection, value);
      await wait(1);
      await insert(connection, `${value}2`);
      if (value === 'b') throw new Error('no');
      return value;
    }),
  );
  const outcomes = await Promise.allSettled(work);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ['a', 'no', 'c', 'd'],
  );
  assert.deepEqual(await lines(), ['a', 'a2', 'c', 'c2', 'd', 'd2']);
});

test('a broken constraint undoes its own transaction and is told as an error of this server', async () => {
  const [first, second, third] = await Promise.allSettled([
    database.transaction((connection) => insert(connection, 'a')),
    database.transaction(async (connection) => {
      await insert(connection, 'b');
      await insert(connection, 'a');
    }),
    database.transaction((connection) => insert(connection, 'c')),
  ]);
  assert.equal(first?.status, 'fulfilled');
  assert.equal(third?.status, 'fulfilled');
  assert.ok(second?.status === 'rejected' && second.reason.key === 'duplicate');
  assert.deepEqual(await lines(), ['a', 'c']);
});

test('what a transaction has not committed is not seen outside of it', async () => {
  await database.transaction(async (connection) => {
    await insert(connection, 'a');
    assert.deepEqual(await lines(), []);
  });
  assert.deepEqual(await lines(), ['a']);
});

test('more transactions than share one commit are all kept, in the order in which they came', async () => {
  const values = Array.from({ length: 600 }, (_, index) => `n${index}`);
  await Promise.all(values.map((value) => database.transaction((connection) => insert(connection, value))));
  assert.deepEqual(await lines(), values);
});

test('a statement that is no SQL does not disturb the transactions after it', async () => {
  await assert.rejects(
    database.transaction((connection) => connection.run({ sql: 'nonsense', parameters: [] })),
  );
  await database.transaction((connection) => insert(connection, 'a'));
  assert.deepEqual(await lines(), ['a']);
});

test('an id is never given again, also when the highest row is gone', async () => {
  const first = await database.transaction((connection) => insert(connection, 'a'));
  await erase('true');
  const second = await database.transaction((connection) => insert(connection, 'b'));
  assert.ok(second > first);
});

test('the version moves when this or another connection commits, and stands still when nobody does', async () => {
  const version = database.engine.version;
  assert.ok(version);
  const start = version();
  assert.equal(version(), start);
  await database.transaction((connection) => insert(connection, 'a'));
  const own = version();
  assert.notEqual(own, start);
  const other = new DatabaseSync(file);
  other.exec(`insert into line (text) values ('z')`);
  other.close();
  assert.notEqual(version(), own);
});

test('a lock that another connection holds is waited for', async () => {
  const other = new DatabaseSync(file);
  other.exec(`begin immediate; insert into line (text) values ('z')`);
  const waiting = database.transaction((connection) => insert(connection, 'a'));
  await wait(30);
  other.exec('commit');
  other.close();
  await waiting;
  assert.deepEqual(await lines(), ['z', 'a']);
});

test('rows of one statement get ids in their order', async () => {
  const sql = 'insert into line (text) values (?), (?), (?)';
  const ids = await database.transaction((connection) =>
    connection.insert({ sql, parameters: ['c', 'a', 'b'] }),
  );
  const rows = await database.reads.all({ sql: 'select id, text from line order by id', parameters: [] });
  assert.deepEqual(
    rows.map(({ id, text }) => [id, text]),
    ids.map((id, index) => [id, ['c', 'a', 'b'][index]]),
  );
});
