import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openEngine } from '../../server/database/open.ts';
import { newDatabase } from '../support/test-database.ts';

const { address, behind, closeFirst } = await newDatabase();

test('a process that waits to change tables does not hold up the one that does', {
  timeout: 60_000,
}, async () => {
  const one = await behind();
  const other = await openEngine(address);
  closeFirst(() => other.close());
  await one.transaction((connection) =>
    connection.command('create table shelf (id bigint primary key, size bigint)'),
  );
  const index = {
    name: 'shelf.size.index',
    table: 'shelf',
    columns: ['size'],
    unique: false,
    visibleOnly: false,
    nulls: [],
  };
  const order: string[] = [];
  let second: Promise<unknown> | undefined;
  await one.alone(async ({ command }) => {
    second = other.alone(async () => order.push('second'));
    await wait(300); // until the other one waits
    for (const sql of one.createIndex(index, true)) await command(sql);
    order.push('first');
  });
  await second;
  assert.deepEqual(order, ['first', 'second']);
});
