import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { call, databaseNamed, type Running, signIn, start, stop } from '../support/server-process.ts';
import { engineName } from '../support/test-database.ts';
import { until } from '../support/until.ts';

/** A number that takes longer to find than any test. */
const LATE: Readonly<Record<string, string>> = {
  sqlite: '(with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n)',
  postgres: '(select 1 from pg_sleep(3600))',
  mysql: 'sleep(3600)',
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

test('SIGTERM ends a long read, and then the server with 0', async () => {
  const { server, token } = await startWithEndlessBooks('ended');
  const cut = assert.rejects(aggregate(server, token));
  await call(server, 'GET', '/health/live'); // arrives after the read
  assert.equal(await stop(server), 0);
  await cut;
});

test('a server that is killed with SIGKILL takes the process of its long read along', {
  skip: engineName !== 'sqlite' || process.platform !== 'linux',
}, async () => {
  const { server, token } = await startWithEndlessBooks('killed');
  const [reader = ''] = childrenOf(String(server.child.pid));
  assert.notEqual(reader, '');
  const idle = ticksOf(reader);
  const cut = assert.rejects(aggregate(server, token));
  await until(() => ticksOf(reader) > idle + 20); // the statement runs
  server.child.kill('SIGKILL');
  await until(() => !isRunning(reader));
  await cut;
});

function childrenOf(pid: string): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
}

/** The fields of proc_pid_stat(5) from the state on. */
function statOf(pid: string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Hundredths of a second that a process has used. */
const ticksOf = (pid: string) => Number(statOf(pid)[11]);

function isRunning(pid: string): boolean {
  try {
    return statOf(pid)[0] !== 'Z';
  } catch {
    return false;
  }
}
