import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { makeReadiness } from '../../../server/features/health/readiness.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { engineName, temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const ready = async ({ server }: FreshApp, language = 'en') => {
  const answer = await server.app.inject({ url: '/health/ready', headers: { 'accept-language': language } });
  return { status: answer.statusCode, text: answer.body, again: answer.headers['retry-after'] };
};
const isReady = async (app: FreshApp) => (await ready(app)).status === 200;

interface Outage {
  readonly begin: (app: FreshApp) => Promise<void>;
  /** Undefined where nothing else than a new start ends it. */
  readonly end?: (app: FreshApp) => Promise<void>;
  readonly en: RegExp;
  readonly zh: RegExp;
}

/** Makes every insert fail with an error of the server. */
function failing(body: string, drop: string, words: readonly [en: RegExp, zh: RegExp]): Outage {
  const each = async ({ database }: FreshApp, sql: (table: string) => string) => {
    for (const table of ['book', 'quire_probe', 'quire_session']) await database.change(sql(table));
  };
  return {
    begin: async (app) => {
      if (engineName === 'postgres')
        await app.database.change(`create function fail() returns trigger language plpgsql as $$ ${body} $$`);
      await each(app, (table) =>
        engineName === 'postgres'
          ? `create trigger fail before insert on ${table} for each row execute function fail()`
          : `create trigger fail_${table} before insert on ${table} for each row ${body}`,
      );
    },
    end: async (app) => {
      await each(app, (table) => `drop trigger ${drop.replaceAll('$', table)}`);
      if (engineName === 'postgres') await app.database.change('drop function fail()');
    },
    en: words[0],
    zh: words[1],
  };
}

const readOnly = [/the database takes no writes/, /数据库不接受写入/] as const;
const full = [/the database has no space left/, /数据库空间已满/] as const;
const noQuorum = [
  /the node of the database has no majority of its cluster/,
  /数据库节点未取得集群多数/,
] as const;
const onPostgres = (code: string, words: typeof full) =>
  failing(`begin raise exception using errcode = '${code}'; end`, 'fail on $', words);
const onMysql = (errno: number, words: readonly [RegExp, RegExp]) =>
  failing(`signal sqlstate 'HY000' set mysql_errno = ${errno}`, 'fail_$', words);
const queryOnly = (app: FreshApp) =>
  app.server.store.database.transaction((connection) => connection.command('pragma query_only = on'));

const fileOf = ({ database }: FreshApp) => database.address.databaseUrl.slice('file:'.length);

const outages: Readonly<Record<string, Readonly<Record<string, Outage>>>> = {
  sqlite: {
    'is read-only': { begin: queryOnly, en: readOnly[0], zh: readOnly[1] },
    'has another file by now': {
      begin: async (app) => {
        renameSync(fileOf(app), `${fileOf(app)}.away`);
        copyFileSync(`${fileOf(app)}.away`, fileOf(app));
      },
      en: /the file of the database was removed or replaced/,
      zh: /数据库文件已被移除或替换/,
    },
    'has no file any more': {
      begin: async (app) => rmSync(fileOf(app)),
      en: /the file of the database was removed or replaced/,
      zh: /数据库文件已被移除或替换/,
    },
  },
  postgres: {
    'is read-only': {
      begin: (app) => setReadOnly(app, 'on'),
      end: (app) => setReadOnly(app, 'off'),
      en: readOnly[0],
      zh: readOnly[1],
    },
    'has a full disk': onPostgres('53100', full),
  },
  mysql: {
    'is read-only': onMysql(1290, readOnly),
    'has a full table': onMysql(1114, full),
    'is a node without quorum': onMysql(1047, noQuorum),
  },
};

/** As an operator does it: new connections get it, and the old ones end. */
async function setReadOnly({ database }: FreshApp, value: 'on' | 'off'): Promise<void> {
  const name = new URL(database.address.databaseUrl).pathname.slice(1);
  const set = `set default_transaction_read_only = ${value}`;
  await (await database.behind()).transaction(async (connection) => {
    await connection.command('set transaction read write');
    await connection.command(`alter database "${name}" ${set}`);
  });
  const others = `pid <> pg_backend_pid() and datname = '${name}'`;
  await database.look(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
}

for (const [what, { begin, end, en, zh }] of Object.entries(outages[engineName] ?? {}))
  it(`a server whose database ${what} is not ready, says why in each language, and answers writes with 503`, async () => {
    const app = await freshApp({ logLevel: 'silent' });
    assert.ok(await isReady(app));
    await begin(app);
    const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.server.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${app.root.access}`, 'accept-language': 'en' },
        ...(payload && { payload }),
      });
    const refused = await send('POST', '/v1/book', { title: 'meanwhile' });
    assert.deepEqual([refused.statusCode, refused.json().code], [503, 9999], refused.body);
    assert.equal(refused.headers['retry-after'], '1');
    assert.match(refused.body, en);
    assert.equal((await send('GET', '/v1/book')).statusCode, 200, 'what only reads goes on');
    await until(async () => !(await isReady(app)));
    const told = await ready(app);
    assert.deepEqual([told.status, told.again], [503, '1']);
    assert.match(told.text, en);
    assert.match((await ready(app, 'zh')).text, zh);
    assert.equal((await send('GET', '/health/live')).statusCode, 200);
    if (!end) return;
    await end(app);
    await until(() => isReady(app));
    assert.equal((await send('POST', '/v1/book', { title: 'afterwards' })).statusCode, 201);
    const titles = await app.database.look('select title from book');
    assert.deepEqual(titles, [{ title: 'afterwards' }]);
    assert.deepEqual(await app.database.look('select id from quire_probe'), [], 'nothing is left behind');
  });

it('a server whose folder of uploads cannot be written is not ready, and says why', async () => {
  const uploadDir = join(temporaryFolder(), 'uploads');
  const app = await freshApp({ uploadDir, logLevel: 'silent' });
  assert.ok(await isReady(app));
  rmSync(uploadDir, { recursive: true });
  writeFileSync(uploadDir, 'in the way');
  await until(async () => !(await isReady(app)));
  assert.match((await ready(app)).text, /the folder of uploads cannot be written/);
  rmSync(uploadDir);
  await until(() => isReady(app));
});

describe('readiness', () => {
  it('is probed once however many ask', async () => {
    let probed = 0;
    const count = async () => {
      probed += 1;
    };
    const isReady = makeReadiness([count], { patienceMs: 0 });
    await Promise.all(Array.from({ length: 50 }, isReady));
    for (let turn = 0; turn < 50; turn += 1) await isReady();
    assert.equal(probed, 1);
  });

  it('is refused for everybody while a probe hangs, which is begun once, unless it was patient', async () => {
    let probed = 0;
    let isHanging = false;
    const probe = async () => {
      probed += 1;
      if (isHanging) await wait(30_000, undefined, { ref: false });
    };
    for (const [patienceMs, outcome] of [
      [0, 'rejected'],
      [60_000, 'fulfilled'],
    ] as const) {
      isHanging = false;
      probed = 0;
      const isReady = makeReadiness([probe], { patienceMs, holdsForMs: 20, withinMs: 20 });
      await isReady();
      isHanging = true;
      await wait(50);
      const asked = await Promise.allSettled(Array.from({ length: 5 }, isReady));
      assert.deepEqual([...new Set(asked.map(({ status }) => status))], [outcome]);
      assert.equal(probed, 2);
    }
  });
});
