import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../server/database/engine.ts';
import { defineRecord, text } from '../../server/definitions/index.ts';
import { openTemporary } from '../database/open-temporary.ts';

const line = defineRecord({
  name: 'line',
  label: '行',
  audit: 'none',
  fields: { text: text({ max: 9, required: true }) },
});
const { database, behind } = await openTemporary([line]);

const insert = (connection: Connection, value: string) =>
  connection.insert({ sql: 'insert into line (text) values (?)', parameters: [value] });
const lines = async () => (await behind.look('select text from line order by id')).map((row) => row.text);

beforeEach(() => behind.change('delete from line'));

test('more transactions than share one commit are all kept, in the order in which they came', async () => {
  const values = Array.from({ length: 600 }, (_, index) => `n${index}`);
  await Promise.all(values.map((value) => database.transaction((connection) => insert(connection, value))));
  assert.deepEqual(await lines(), values);
});

test('the version moves when this or another connection commits, and stands still when nobody does', async () => {
  const version = database.engine.version;
  assert.ok(version);
  const start = version();
  assert.equal(version(), start);
  await database.transaction((connection) => insert(connection, 'a'));
  const own = version();
  assert.notEqual(own, start);
  await behind.change('insert into line (text) values (?)', 'z');
  assert.notEqual(version(), own);
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

test('what finds the disk full is refused as unavailable and undone, and there is room again afterwards', async () => {
  const limit = (pages: number) =>
    database.transaction((connection) => connection.command(`pragma max_page_count = ${pages}`));
  const [row] = await behind.look('pragma page_count');
  await limit(Number(row?.page_count) + 1);
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
