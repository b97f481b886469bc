// No engine changes its result: the process counts refusals.
// Takes long: it sends more refused requests than a log may hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { call, type Running, signIn, start, stop } from '../../support/server-process.ts';

const FLOOD = 500;

async function refusals(server: Running, path: string): Promise<readonly LogLine[]> {
  const query = `/cms/log/search?count=100&keyword=${encodeURIComponent(path)}`;
  const { body } = await call(server, 'GET', query, { token: await signIn(server) });
  return (body.items as unknown as LogLine[]).filter(
    (line) => line.status_code === 401 && line.path === path,
  );
}

test('a flood of refusals leaves few records, of which one tells how many there were', async () => {
  const server = await start('flood', { LANGUAGE: 'en' });
  const flooded = Array.from({ length: FLOOD }, () => call(server, 'GET', '/cms/admin/users'));
  for (const { status } of await Promise.all(flooded)) assert.equal(status, 401);
  const during = await refusals(server, '/cms/admin/users');
  assert.ok(during.length > 0 && during.length <= 25, `${during.length} records at once`);

  await call(server, 'GET', '/cms/admin/group/all');
  assert.equal((await refusals(server, '/cms/admin/group/all')).length, 1, 'another kind is told at once');

  assert.equal(await stop(server), 0);
  const again = await start('flood', { LANGUAGE: 'en' });
  const after = await refusals(again, '/cms/admin/users');
  assert.equal(after.length, during.length + 1, 'the rest is one record');
  const [, more] = /and (\d+) more within a minute/.exec(after[0]?.message ?? '') ?? [];
  assert.equal(Number(more) + during.length, FLOOD);
  assert.match(String(after[0]?.message), /127\.0\.0\.1/);
  assert.equal(await stop(again), 0);
});
