import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { cuttableProxy } from '../../support/outside/cuttable-proxy.ts';
import { databaseNamed, launch, start } from '../../support/server-process.ts';
import { engineName, newDatabase } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

/** SQL that makes a user with a limit of connections and gives it the database, and that drops it again. */
const users: Readonly<Record<string, (user: string, database: string, most: number) => readonly string[]>> = {
  postgres: (user, schema, most) => [
    `create role ${user} login connection limit ${most}`,
    `grant all on schema ${schema} to ${user}`,
    `drop owned by ${user}`,
    `drop role ${user}`,
  ],
  mysql: (user, database, most) => [
    `create user ${user} with max_user_connections ${most}`,
    `grant all on ${database}.* to ${user}`,
    `drop user ${user}`,
  ],
};

describe('a database server', { skip: !users[engineName] && 'a file is always there' }, () => {
  it('that is not up yet is waited for', async () => {
    const { address } = await databaseNamed('late', 'content');
    const proxy = await cuttableProxy(address.databaseUrl);
    proxy.cut();
    const launched = Promise.withResolvers<Awaited<ReturnType<typeof launch>>>();
    const settings = { DATABASE_URL: proxy.url, DATABASE_WAIT: '60' };
    const starting = start('late', settings, async (...args) => {
      const server = await launch(...args);
      launched.resolve(server);
      return server;
    });
    const { said } = await launched.promise;
    await Promise.race([until(() => said().includes('cannot be opened yet')), starting]);
    await proxy.restore();
    const { base } = await starting;
    assert.equal((await fetch(`${base}/health/ready`)).status, 200);
    assert.match(said(), /^DATABASE_URL: .* cannot be opened yet \(.+\); trying for 60 s/);
  });

  it('with fewer connections than the pools ask for serves everything with those', async () => {
    const database = await newDatabase();
    const url = new URL(database.address.databaseUrl);
    const user = `few_${randomBytes(4).toString('hex')}`;
    const name = url.searchParams.get('application_name') ?? url.pathname.slice(1);
    const [create = '', grant = '', ...drops] = users[engineName]?.(user, name, 6) ?? [];
    for (const sql of [create, grant]) await database.change(sql);
    url.username = user;
    url.password = '';
    const app = await freshApp({ databaseUrl: url.href, databaseConnections: 20 });
    database.closeFirst(async () => {
      await app.server.close();
      for (const sql of drops) await database.change(sql);
    });
    const requests = Array.from({ length: 30 }, (_, n) => [
      app.root.post('/v1/book', { title: `book ${n}` }),
      app.root.get('/v1/book?count=100'),
    ]);
    const statuses = (await Promise.all(requests.flat())).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].sort(), [200, 201]);
    assert.equal((await app.root.get<{ total: number }>('/v1/book')).body.total, 30);
  });
});

describe('several hosts of a database', {
  skip: engineName !== 'postgres' && 'PostgreSQL alone has them',
}, () => {
  const withHosts = async (hosts: (own: string) => string, attributes?: string) => {
    const { address } = await newDatabase();
    const url = new URL(address.databaseUrl);
    if (attributes) url.searchParams.set('target_session_attrs', attributes);
    return freshApp({ databaseUrl: url.href.replace(url.host, hosts(url.host)) });
  };
  for (const [attributes, hosts] of [
    [undefined, (own: string) => `127.0.0.1:1,${own}`],
    ['primary', (own: string) => `127.0.0.1:1,127.0.0.1:2,${own}`],
    ['read-write', (own: string) => own],
    ['any', (own: string) => `${own},127.0.0.1:1`],
  ] as const)
    it(`are tried in turn for one that is ${attributes ?? 'writable'}`, async () => {
      const app = await withHosts(hosts, attributes);
      await app.root.done('POST /v1/book', { title: 'kept' });
      assert.equal((await app.root.get<{ total: number }>('/v1/book')).body.total, 1);
    });

  it('are named with their reasons where none takes writes', async () => {
    await assert.rejects(
      withHosts(() => '127.0.0.1:1,127.0.0.1:2'),
      /no host takes writes \(127\.0\.0\.1:1: .*; 127\.0\.0\.1:2: .*\)/,
    );
  });

  it('are given up once they take no writes', async () => {
    const { address, change, look } = await newDatabase();
    const role = `turn_${randomBytes(4).toString('hex')}`;
    await change(`create role ${role} login superuser`);
    const url = new URL(address.databaseUrl);
    url.username = role;
    url.searchParams.set('target_session_attrs', 'read-write');
    const app = await freshApp({ databaseUrl: url.href, logLevel: 'silent' });
    await change(`alter role ${role} set default_transaction_read_only = on`);
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`;
    await look(end);
    const ready = async () => (await app.server.app.inject('/health/ready')).statusCode;
    assert.equal(await ready(), 503, 'a connection that reads alone is not used');
    await change(`alter role ${role} reset default_transaction_read_only`);
    await until(async () => (await ready()) === 200);
    await app.root.done('POST /v1/book', { title: 'kept' });
    await app.server.close();
    await change(`reassign owned by ${role} to postgres`);
    await change(`drop owned by ${role}`);
    await change(`drop role ${role}`);
  });
});
