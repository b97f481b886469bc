// Takes long: statements without an end run until their time is up.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LongReads } from '../../server/database/sqlite/long-reads.ts';
import { openSqlite } from '../../server/database/sqlite/open.ts';
import { AppError } from '../../server/errors.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { until } from '../support/until.ts';

const upTo = (records: number) => ({
  sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${records}) select count(*) as total from n`,
  parameters: [],
});
const quick = upTo(10);
const endless = upTo(1_000_000_000);
const isUnavailable = (error: unknown) => error instanceof AppError && error.key === 'unavailable';

async function openReads(t: { after(work: () => Promise<void>): void }, withinMs: number, idleMs?: number) {
  const file = join(temporaryFolder(), 'data.db');
  const engine = openSqlite(file);
  const reads = new LongReads(file, withinMs, idleMs);
  t.after(async () => {
    reads.end();
    await engine.close();
  });
  return reads;
}

test('a long read that takes too long is refused, however many there are, and those behind it go on', async (t) => {
  const reads = await openReads(t, 3000);
  assert.deepEqual(await reads.all(quick), [{ total: 10n }]);
  const slow = [1, 2, 3].map(() => assert.rejects(reads.all(endless), isUnavailable));
  const behind = reads.all(quick);
  await Promise.all(slow);
  assert.deepEqual(await behind, [{ total: 10n }]);
});

test("a caller's slow read is not in the way of another caller's", async (t) => {
  const reads = await openReads(t, 60_000);
  const leaving = new AbortController();
  const slow = [1, 2, 3].map(() => reads.all(endless, { caller: 'slow', signal: leaving.signal }));
  assert.deepEqual(await reads.all(quick, { caller: 'other' }), [{ total: 10n }]);
  leaving.abort(new Error('gone'));
  for (const read of slow) await assert.rejects(read, /^Error: gone$/);
});

test('the end of the server ends what is read, and refuses what waits', async (t) => {
  const reads = await openReads(t, 60_000);
  await reads.all(quick);
  const all = [reads.all(endless), reads.all(quick)].map((read) => assert.rejects(read, isUnavailable));
  await new Promise(setImmediate);
  reads.end();
  await Promise.all(all);
});

test('an idle process ends, and the next read starts another', async (t) => {
  const reads = await openReads(t, 60_000, 1);
  const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  await reads.all(quick);
  await until(() => processes() === 0);
  assert.deepEqual(await reads.all(quick), [{ total: 10n }]);
});

test('a process keeps what it has compiled, although it ends by a signal', async (t) => {
  const reads = await openReads(t, 60_000);
  const before = process.env.NODE_COMPILE_CACHE;
  const cache = temporaryFolder();
  process.env.NODE_COMPILE_CACHE = cache;
  t.after(() => {
    if (before === undefined) delete process.env.NODE_COMPILE_CACHE;
    else process.env.NODE_COMPILE_CACHE = before;
  });
  await reads.all(quick);
  assert.ok(readdirSync(cache, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile()));
});
