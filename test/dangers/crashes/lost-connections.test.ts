// Takes long: connections to a database are killed under load, and silent ones count as lost only after a time.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freshApp } from '../../support/fresh-app.ts';
import { cuttableProxy } from '../../support/outside/cuttable-proxy.ts';
import { engineName, newDatabase } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const WRITERS = 12;
const ROUNDS = 25;
const OUTCOME_UNKNOWN = 10120;

/** SQL that ends all other connections of this name or to this database. */
const killers: Readonly<Record<string, (name: string, database: string) => string>> = {
  postgres: (name) =>
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`,
  mysql: (_, database) =>
    `select id from information_schema.processlist where db = '${database}' and id <> connection_id()`,
};

describe('a server that loses its connections to the database', {
  skip: !killers[engineName],
  timeout: 300_000,
}, () => {
  async function cuttableApp(databaseTimeout = 10) {
    const database = await newDatabase();
    const name = `lost_${randomBytes(6).toString('hex')}`;
    const proxy = await cuttableProxy(database.address.databaseUrl);
    database.closeFirst(async () => proxy.cut()); // what a silent connection has locked would hold up the drop
    const url = new URL(proxy.url);
    if (engineName === 'postgres') url.searchParams.set('application_name', name);
    const app = await freshApp({
      language: 'en',
      databaseUrl: url.href,
      databaseTimeout,
      logLevel: 'silent',
    });
    const send = async (method: 'GET' | 'POST', path: string, payload?: object, key?: string) => {
      const headers = { authorization: `Bearer ${app.root.access}`, ...(key && { 'idempotency-key': key }) };
      const answer = await app.server.app.inject({ method, url: path, headers, ...(payload && { payload }) });
      const mayRepeat = key !== undefined || answer.json().code !== OUTCOME_UNKNOWN;
      if (answer.statusCode === 503) assert.equal(answer.headers['retry-after'], mayRepeat ? '1' : undefined);
      return answer;
    };
    const kill = async () => {
      const records = await database.look(killers[engineName]?.(name, url.pathname.slice(1)) ?? '');
      if (engineName === 'mysql')
        for (const { id } of records) await database.look(`kill ${id}`).catch(() => {}); // it may be gone
    };
    return { database, proxy, send, kill };
  }

  it('loses nothing acknowledged where they are killed under load, and heals by itself', async () => {
    const { database, send, kill } = await cuttableApp();
    const acknowledged = new Set<string>();
    let isOver = false;
    const write = async (writer: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const title = `${writer} ${turn}`;
        const { statusCode, body } = await send('POST', '/v1/book', { title });
        assert.ok(statusCode === 201 || statusCode === 503, body);
        if (statusCode === 201) acknowledged.add(title);
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    for (let round = 0; round < ROUNDS; round += 1) {
      await wait(20);
      await kill();
    }
    isOver = true;
    await writers;
    for (let turn = 0; turn < 10; turn += 1) assert.equal((await send('GET', '/v1/book')).statusCode, 200);
    const titles = (await database.look('select title from book')).map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length, 'nothing was done twice');
    for (const title of acknowledged) assert.ok(titles.includes(title), `${title} was acknowledged`);
    const logged = await database.look(
      `select message from quire_log where message like 'root: Book created%'`,
    );
    assert.equal(logged.length, titles.length, 'no record without its log, no log without its record');
  });

  it('answers 503 with Retry-After while the database cannot be reached, and all again afterwards', async () => {
    const { proxy, send } = await cuttableApp();
    assert.equal((await send('POST', '/v1/book', { title: 'before' })).statusCode, 201);
    proxy.cut();
    for (const [method, path, body] of [
      ['GET', '/v1/book'],
      ['POST', '/v1/book', { title: 'meanwhile' }],
      ['POST', '/cms/user/login', { username: 'root', password: 'any' }],
      ['GET', '/cms/log/search'],
      ['GET', '/health/ready'],
    ] as const)
      assert.equal((await send(method, path, body)).statusCode, 503, path);
    assert.equal((await send('GET', '/health/live')).statusCode, 200);
    await proxy.restore();
    const { statusCode, body } = await send('GET', '/v1/book?count=100');
    assert.equal(statusCode, 200, body);
    assert.deepEqual(
      JSON.parse(body).items.map(({ title }: { title: string }) => title),
      ['before'],
    );
    assert.equal((await send('POST', '/v1/book', { title: 'afterwards' })).statusCode, 201);
    await until(async () => (await send('GET', '/health/ready')).statusCode === 200, 50);
  });

  for (const how of ['cut', 'silence'] as const)
    it(`says that the outcome is unknown where the answer to a commit is lost (${how}), and to send it again only with a key`, async () => {
      const { database, proxy, send } = await cuttableApp(1);
      const count = async (title: string) =>
        (await database.look(`select id from book where title = '${title}'`)).length;
      const keyed = () => send('POST', '/v1/book', { title: 'keyed' }, 'the-same-key');
      proxy.loseAnswersToCommits(how);
      for (const answer of [await send('POST', '/v1/book', { title: 'unkeyed' }), await keyed()])
        assert.deepEqual([answer.statusCode, answer.json().code], [503, OUTCOME_UNKNOWN], answer.body);
      proxy.loseAnswersToCommits(undefined);
      assert.equal(await count('unkeyed'), 1);
      const again = await keyed();
      assert.equal(again.statusCode, 201, again.body);
      assert.equal(await count('keyed'), 1);
    });

  for (const [why, errno] of [
    ['was idle for too long', 4031],
    ['can prepare no more statements', 1461],
    ['was overtaken by another server of its group', 3101],
  ] as const)
    it(`goes on with other connections where one ${why}`, { skip: engineName !== 'mysql' }, async () => {
      const { database, proxy, send } = await cuttableApp();
      assert.equal((await send('POST', '/v1/book', { title: 'before' })).statusCode, 201);
      proxy.answerNext(mysqlError(errno));
      const statuses = [];
      for (let turn = 0; turn < 20; turn += 1)
        statuses.push((await send('POST', '/v1/book', { title: `afterwards ${turn}` })).statusCode);
      assert.deepEqual(new Set(statuses).difference(new Set([201, 503])), new Set());
      assert.equal(statuses.at(-1), 201);
      const titles = await database.look('select title from book');
      assert.equal(titles.length, 1 + statuses.filter((status) => status === 201).length);
    });

  for (const [how, end] of [
    ['comes back', 'speak'],
    ['has moved, and its old connections stay silent', 'forget'],
  ] as const)
    it(`answers 503 for as long as the database takes everything and answers nothing, and all again when it ${how}`, async () => {
      const { database, proxy, send } = await cuttableApp(1);
      const acknowledged = ['before'];
      assert.equal((await send('POST', '/v1/book', { title: 'before' })).statusCode, 201);
      proxy.silence();
      const [live, ...others] = await Promise.all([
        send('GET', '/health/live'),
        send('GET', '/health/ready'),
        send('POST', '/cms/user/login', { username: 'root', password: 'any' }),
        ...Array.from({ length: 40 }, (_, number) =>
          number % 2 === 0
            ? send('GET', '/v1/book')
            : send('POST', '/v1/book', { title: `silent ${number}` }),
        ),
      ]);
      assert.equal(live.statusCode, 200);
      assert.deepEqual(new Set(others.map(({ statusCode }) => statusCode)), new Set([503]));
      proxy[end]();
      for (let turn = 0; turn < 20; turn += 1) {
        const title = `afterwards ${turn}`;
        const { statusCode } = await send('POST', '/v1/book', { title });
        if (statusCode === 201) acknowledged.push(title);
        else assert.equal(statusCode, 503);
      }
      assert.equal(acknowledged.at(-1), 'afterwards 19');
      const titles = (await database.look('select title from book order by id')).map(({ title }) => title);
      assert.equal(new Set(titles).size, titles.length, 'nothing was done twice');
      assert.deepEqual(
        acknowledged.filter((title) => !titles.includes(title)),
        [],
      );
      await until(() => proxy.count() <= 12, 50); // those that were given up close in their own time
    });
});

/** The packet in which MySQL answers a statement with an error. */
function mysqlError(errno: number): Buffer {
  const body = Buffer.from('\xff\0\0#HY000told by the server', 'latin1');
  body.writeUInt16LE(errno, 1);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 1]), body]);
}
