import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canObserve, childrenOf, isRunning, ticksOf } from '../../support/processes.ts';
import { call, databaseNamed, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

/** A number that takes longer to find than any test. */
const LATE: Readonly<Record<string, string>> = {
  sqlite: '(with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n)',
  postgres: '(select 1 from pg_sleep(3600))',
  mysql: 'sleep(3600)',
};

/** Records while a statement reads the books. */
const RUNNING: Readonly<Record<string, string>> = {
  postgres: `select pid from pg_locks where relation = 'quick_book'::regclass and granted`,
  mysql: `select id from information_schema.processlist where db = database() and state = 'User sleep'`,
};

/** A server on which reading books never ends. Writes behind its back leave it as it is. */
async function startWithEndlessBooks(name: string): Promise<{ server: Running; token: string }> {
  const server = await start(name, { DATABASE_TIMEOUT: '600' });
  const token = await signIn(server);
  await call(server, 'POST', '/v1/book', { token, body: { title: 'one' } });
  const { status } = await aggregate(server, token); // starts what is started for the first read
  assert.equal(status, 200);
  const { change } = await databaseNamed(name);
  await change('alter table "book" rename to "quick_book"');
  await change(`create view "book" as select * from "quick_book" where ${LATE[engineName]} >= 0`);
  return { server, token };
}

const aggregate = (server: Running, token: string) => call(server, 'GET', '/v1/book/aggregate', { token });

/** Answers whether the endless statement runs; where that cannot be seen, it is taken for granted. */
async function readsOf(name: string, { child }: Running): Promise<() => boolean | Promise<boolean>> {
  if (engineName !== 'sqlite') {
    const { look } = await databaseNamed(name);
    return async () => (await look(RUNNING[engineName] ?? '')).length > 0;
  }
  if (!canObserve) return () => true;
  const [reader = ''] = childrenOf(child.pid);
  const idle = ticksOf(reader);
  return () => ticksOf(reader) > idle + 20;
}

test('SIGTERM ends a long read, and then the server with 0', async () => {
  const { server, token } = await startWithEndlessBooks('ended');
  const reads = await readsOf('ended', server);
  const cut = assert.rejects(aggregate(server, token));
  await until(reads);
  assert.equal(await stop(server), 0);
  await cut;
});

test('a server that is killed with SIGKILL takes the process of its long read along', {
  skip: engineName !== 'sqlite' || !canObserve,
}, async () => {
  const { server, token } = await startWithEndlessBooks('killed');
  const [reader = ''] = childrenOf(server.child.pid);
  assert.notEqual(reader, '');
  const reads = await readsOf('killed', server);
  const cut = assert.rejects(aggregate(server, token));
  await until(reads);
  server.child.kill('SIGKILL');
  await until(() => !isRunning(reader));
  await cut;
});
