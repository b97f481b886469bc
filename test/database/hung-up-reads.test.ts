import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../server/database/database.ts';
import type { Reader, Requester } from '../../server/database/engine.ts';
import type { Statement } from '../../server/database/statement.ts';
import { freshApp } from '../support/fresh-app.ts';
import { canObserve, childrenOf, ticksOf } from '../support/processes.ts';
import { engineName } from '../support/test-database.ts';
import { until } from '../support/until.ts';
import { openTemporary } from './open-temporary.ts';

const forMinutes =
  engineName === 'mysql'
    ? `select benchmark(2000000000, sha2('a', 512)) as "total"`
    : 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000) select count(*) as "total" from n';
const slow: Statement = { sql: forMinutes, parameters: [] };
const quick: Statement = { sql: 'select 7 as "seven"', parameters: [] };

test('a statement ends when its client has gone, and the next one runs', async () => {
  const { database } = await openTemporary([]);
  const { longReads } = database;
  const isReading = await statementsRun(database);
  const leaving = new AbortController();
  const requester = { caller: 'one', signal: leaving.signal };
  const reads = [longReads.all(slow, requester), longReads.all(slow, requester)];
  const outcomes = Promise.allSettled(reads);
  await until(isReading);
  leaving.abort(new Error('gone'));
  for (const outcome of await outcomes) {
    assert.equal(outcome.status, 'rejected');
    assert.match(String(outcome.reason), /gone/);
  }
  const [record] = await longReads.all(quick, { caller: 'one' });
  assert.equal(Number(record?.seven), 7);
  await until(async () => (await slowStatements(database.reads)) === 0); // MariaDB lists a killed one for a moment
});

/** Answers whether a slow statement runs; where that cannot be seen, it is taken for granted. */
async function statementsRun({ reads, longReads }: Database): Promise<() => boolean | Promise<boolean>> {
  if (engineName !== 'sqlite') return async () => (await slowStatements(reads)) > 0;
  if (!canObserve) return () => true;
  const others = new Set(childrenOf(process.pid));
  await longReads.all(quick, { caller: 'one' }); // starts the first process of long reads
  const [reader = ''] = childrenOf(process.pid).filter((child) => !others.has(child));
  const idle = ticksOf(reader);
  return () => ticksOf(reader) > idle + 20;
}

/** How many of them run on the database server. */
async function slowStatements(reads: Reader): Promise<number> {
  if (engineName === 'sqlite') return 0;
  const [from, text] =
    engineName === 'mysql'
      ? ['information_schema.processlist where db = database()', 'info']
      : ["pg_stat_activity where datname = current_database() and state = 'active'", 'query'];
  const sql = `select count(*) as "total" from ${from} and ${text} = ?`;
  const statement = {
    sql: engineName === 'postgres' ? sql.replace('?', '$1') : sql,
    parameters: [forMinutes],
  };
  const [record] = await reads.all(statement);
  return Number(record?.total);
}

test('a client that hangs up ends its long read', async () => {
  const app = await freshApp();
  const { longReads } = app.server.store.database;
  const original = longReads.all;
  const asked = Promise.withResolvers<Requester | undefined>();
  const ended = Promise.withResolvers<unknown>();
  longReads.all = (_statement, requester) => {
    asked.resolve(requester);
    return new Promise((_, reject) => {
      requester?.signal?.addEventListener('abort', () => {
        ended.resolve(requester.signal?.reason);
        reject(requester.signal?.reason);
      });
    });
  };
  const leaving = new AbortController();
  const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
  const request = fetch(`${base}/v1/book/aggregate`, {
    headers: { authorization: `Bearer ${app.root.access}` },
    signal: leaving.signal,
  });
  assert.ok((await asked.promise)?.caller);
  leaving.abort();
  await assert.rejects(request);
  assert.equal((await ended.promise)?.constructor.name, 'HungUp');
  longReads.all = original;
  await app.root.read('/v1/book/aggregate');
});

test('what an export reads after its first records is not refused, however much its caller asks for', async () => {
  const app = await freshApp();
  const { longReads } = app.server.store.database;
  await app.root.done('POST /v1/book', { title: 'one' });
  const original = longReads.text;
  const asked: (boolean | undefined)[] = [];
  longReads.text = (statement, form, requester) => {
    asked.push(requester?.hasBegun);
    return original.call(longReads, statement, form, requester);
  };
  assert.equal((await app.root.get('/v1/book/export')).status, 200);
  longReads.text = original;
  assert.deepEqual(asked, [undefined, true]);
});
