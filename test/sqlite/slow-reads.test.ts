import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { LongReads } from '../../server/database/sqlite/long-reads.ts';
import { openSqlite } from '../../server/database/sqlite/open.ts';
import { AppError } from '../../server/errors.ts';
import { temporaryFolder } from '../support/test-database.ts';

const upTo = (rows: number) => ({
  sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select count(*) as total from n`,
  parameters: [],
});
const quick = upTo(10);
const slow = upTo(15_000_000);
const isUnavailable = (error: unknown) => error instanceof AppError && error.key === 'unavailable';

test('a long read that takes too long is refused, and those behind it go on', async () => {
  const file = join(temporaryFolder(), 'data.db');
  const engine = openSqlite(file);
  const reads = new LongReads(file, 1000);
  assert.deepEqual(await reads.all(quick), [{ total: 10n }]);
  const first = reads.all(slow);
  const behind = reads.all(quick);
  await assert.rejects(first, isUnavailable);
  assert.deepEqual(await behind, [{ total: 10n }]);

  const all = await Promise.allSettled([reads.all(slow), reads.all(slow), reads.all(quick)]);
  assert.deepEqual(
    all.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
    'no more threads than a few are abandoned',
  );
  await reads.end();
  await engine.close();
});
