// Takes long: PgBouncer is started on a port of its own, at night alone.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { engineName, newDatabase, temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

function whyNot(): string | false {
  if (engineName !== 'postgres') return 'PgBouncer stands before PostgreSQL alone';
  if (!isWhole) return 'PgBouncer runs in npm run test:night alone';
  if (spawnSync('pgbouncer', ['--version']).status === 0) return false;
  return missing('PgBouncer is not installed: apt-get install pgbouncer');
}

describe('behind a pooler that gives connections away after each transaction', { skip: whyNot() }, () => {
  async function pooled(databaseTimeout = 10) {
    const database = await newDatabase();
    const own = new URL(database.address.databaseUrl);
    const role = `pooled_${randomBytes(4).toString('hex')}`;
    await database.change(`create role ${role} login superuser`);
    await database.change(`alter role ${role} set search_path = ${own.searchParams.get('application_name')}`);
    const port = await pgbouncer(own, role);
    const databaseUrl = `postgres://${role}@127.0.0.1:${port}/quire`;
    const app = await freshApp({ databaseUrl, databaseTimeout, logLevel: 'silent' });
    database.closeFirst(async () => {
      await app.server.close();
      await database.look(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
      for (const sql of [
        `reassign owned by ${role} to postgres`,
        `drop owned by ${role}`,
        `drop role ${role}`,
      ])
        await database.change(sql);
    });
    return { app, database };
  }

  /** Starts PgBouncer, which refuses to run as the root user of a machine; answers its port. */
  async function pgbouncer(server: URL, role: string): Promise<number> {
    const port = await freePort();
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      `[databases]
quire = host=${server.hostname} port=${server.port} dbname=${server.pathname.slice(1)} user=${role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
    );
    const as = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...as });
    after(() => child.kill('SIGKILL'));
    await until(() => isListening(port));
    return port;
  }

  it('many requests at once read and write what they mean', async () => {
    const { app } = await pooled();
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    await Promise.all(
      numbers.flatMap((n) => [
        app.root.done('POST /v1/book', { title: `book ${n}`, author: n % 2 ? 'ann' : 'mei' }),
        app.root.read(`/v1/book?count=${n + 1}`),
      ]),
    );
    const items = await app.root.list<{ author: string }>('/v1/book?count=100');
    for (const author of ['ann', 'mei'])
      assert.equal(items.filter((book) => book.author === author).length, 20, author);
    assert.equal((await app.root.get('/v1/book/export')).status, 200);
  });

  it('a statement that takes too long ends, and the connection is as before', async () => {
    const { app } = await pooled(1);
    const { reads, transaction } = app.server.store.database;
    const slow = { sql: 'select pg_sleep(3)', parameters: [] };
    const refused = (error: Error) => /unavailable/.test(error.message);
    await assert.rejects(async () => reads.all(slow), refused);
    await assert.rejects(
      transaction((connection) => connection.run(slow)),
      refused,
    );
    for (const ask of [reads, app.server.store.database.longReads]) {
      const [record] = await ask.all({
        sql: `select current_setting('statement_timeout') as "limit"`,
        parameters: [],
      });
      assert.match(String(record?.limit), /^[13]s$/);
    }
    await app.root.done('POST /v1/book', { title: 'afterwards' });
  });

  it('a read that its client gave up ends', async () => {
    const { app, database } = await pooled();
    const leaving = new AbortController();
    const asked = app.server.store.database.longReads.all(
      { sql: `select pg_sleep(8) /* given up */`, parameters: [] },
      { caller: 'one', signal: leaving.signal },
    );
    const gone = assert.rejects(asked, /gone/);
    const running = async () =>
      (
        await database.look(
          "select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(8) /* given%' and pid <> pg_backend_pid()",
        )
      ).length;
    await until(async () => (await running()) > 0);
    leaving.abort(new Error('gone'));
    await gone;
    await app.root.read('/v1/book');
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    (error) => error.cause?.code !== 'ECONNREFUSED',
  );
}
