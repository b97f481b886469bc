import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import {
  call,
  databaseNamed,
  PASSWORD,
  type Running,
  signIn,
  start,
  stop,
} from '../../support/server-process.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

type Line = Readonly<Record<string, unknown>>;

const PARENT = '00f067aa0ba902b7';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const json = { LOG_FORMAT: 'json', SAMPLE_DATA: 'false' };

function linesOf({ said }: Pick<Running, 'said'>): Line[] {
  const lines = said().split('\n');
  return lines.filter((line) => line.startsWith('{"level"')).map((line) => JSON.parse(line) as Line);
}

/** The line about the answer to a request, which is written once the answer has left. */
async function lineAbout(server: Running, path: string, count = 1): Promise<Line> {
  const about = () => linesOf(server).filter((line) => line.msg === 'answered' && line.path === path);
  await until(() => about().length >= count);
  return about().at(-1) ?? {};
}

describe('the line about an answer', async () => {
  const server = await start('server-log', { ...json, LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' });
  after(() => stop(server));
  const root = await signIn(server);
  const register = async (username: string) => {
    const body = { username, password: PASSWORD, confirm_password: PASSWORD, group_ids: [] };
    const { body: made } = await call(server, 'POST', '/api/cms/user/register', { token: root, body });
    return { id: Number(made.id), token: await signIn(server, username) };
  };
  const [ann, ben] = [await register('ann'), await register('ben')];

  for (const [who, { id, token }] of Object.entries({ ann, ben }))
    it(`tells the user by id, the address, the request and the trace: ${who}`, async () => {
      const path = `/v1/book/${900 + id}`;
      const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'x-forwarded-for': '192.0.2.7' };
      const { status } = await call(server, 'GET', `${path}?fields=title`, { token, headers });
      const line = await lineAbout(server, path);
      const { userId, address, requestId, traceId, failure, method } = line;
      assert.deepEqual([userId, address, traceId, method], [id, '192.0.2.7', TRACE, 'GET']);
      assert.deepEqual([line.status, failure], [status, 'recordNotFound']);
      assert.match(String(requestId), /^[\w-]{3,60}$/);
    });

  it('tells no user where nobody has signed in, and no trace where none was sent', async () => {
    await call(server, 'GET', '/v1/book/700');
    const line = await lineAbout(server, '/v1/book/700');
    assert.deepEqual(
      ['userId', 'keyId', 'traceId', 'address', 'failure'].map((name) => line[name]),
      [undefined, undefined, undefined, '127.0.0.1', 'authenticationFailed'],
    );
  });

  it('holds nothing else that was sent', async () => {
    const body = { title: 'unspoken title' };
    await call(server, 'POST', '/v1/book?dry_run=true&unspoken=query', { token: root, body });
    await call(server, 'POST', '/cms/user/login', { body: { username: 'unspoken', password: 'unspoken 1' } });
    await lineAbout(server, '/cms/user/login');
    assert.doesNotMatch(server.said(), /unspoken/);
    for (const { token } of [ann, ben]) assert.ok(!server.said().includes(token));
  });

  const headers: readonly (readonly [what: string, header: string, trace: string | undefined])[] = [
    ['that is not recorded', `00-${TRACE}-${PARENT}-00`, TRACE],
    ['with flags of later', `00-${TRACE}-${PARENT}-ff`, TRACE],
    ['of a later version', `cc-${TRACE}-${PARENT}-01`, TRACE],
    ['of a later version that goes on', `cc-${TRACE}-${PARENT}-01-what-it-will-be`, TRACE],
    ['of a later version that goes on without a dash', `cc-${TRACE}-${PARENT}-01.what`, undefined],
    ['of version 0 that goes on', `00-${TRACE}-${PARENT}-01-what`, undefined],
    ['of the version that there is not', `ff-${TRACE}-${PARENT}-01`, undefined],
    ['without a trace', `00-${'0'.repeat(32)}-${PARENT}-01`, undefined],
    ['without a parent', `00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    ['in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`, undefined],
    ['that is too short', `00-${TRACE.slice(1)}-${PARENT}-01`, undefined],
    ['that is too long', `00-${TRACE}0-${PARENT}-01`, undefined],
    ['with another letter', `00-${TRACE.slice(1)}g-${PARENT}-01`, undefined],
    ['without flags', `00-${TRACE}-${PARENT}`, undefined],
    ['sent twice', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`, undefined],
    ['of no form', 'hello "quoted" {"json":1}', undefined],
  ];
  for (const [place, [what, traceparent, trace]] of headers.entries())
    it(`${trace === undefined ? 'leaves out' : 'tells'} a trace ${what}`, async () => {
      const path = `/v1/book/${1000 + place}`;
      await call(server, 'GET', path, { headers: { traceparent } });
      assert.equal((await lineAbout(server, path)).traceId, trace);
    });
});

describe('the level of the log', () => {
  for (const workers of ['1', '2'])
    it(`is switched to debug and back by a signal, with ${workers} workers`, async () => {
      const server = await start(`log-level-${workers}`, { ...json, LOG_LEVEL: 'error', WORKERS: workers });
      const answers = () => linesOf(server).filter(({ msg }) => msg === 'answered').length;
      const said = (level: string) =>
        linesOf(server).filter(({ msg }) => String(msg).includes(`is ${level} from`)).length;
      await call(server, 'GET', '/health/live');
      server.child.kill('SIGUSR2');
      await until(() => said('debug') === Number(workers));
      assert.equal(answers(), 0);
      for (let turn = 0; turn < 4; turn += 1) await call(server, 'GET', '/health/live');
      await until(() => answers() === 4);
      server.child.kill('SIGUSR2');
      await until(() => said('error') === Number(workers));
      for (let turn = 0; turn < 4; turn += 1) await call(server, 'GET', '/health/live');
      assert.equal(await stop(server), 0);
      assert.equal(answers(), 4);
    });
});

describe('equal errors', () => {
  it('are one line at once, and one with their number; others stand beside them', async () => {
    const name = 'repeated-errors';
    const server = await start(name, json);
    const token = await signIn(server);
    const { change } = await databaseNamed(name);
    await change('alter table book drop column summary');
    for (let turn = 0; turn < 10; turn += 1)
      assert.equal((await call(server, 'GET', `/v1/book/${turn + 1}`, { token })).status, 500);
    const body = { title: 'One', summary: 'Two' };
    assert.equal((await call(server, 'POST', '/v1/book', { token, body })).status, 500);
    const errors = () => linesOf(server).filter(({ level }) => level === 50);
    await until(() => errors().length >= 2);
    assert.equal(errors().length, 2);
    const [first] = errors();
    assert.equal(typeof first?.requestId, 'string');
    assert.equal(typeof first?.userId, 'number');
    assert.equal(await stop(server), 0);
    assert.deepEqual(
      errors().flatMap(({ repeated = [] }) => repeated),
      [9],
    );
  });
});

describe('slow statements', () => {
  const sleeping = {
    sqlite:
      "with recursive c(n) as (select 1 union all select n + 1 from c where n < 300000) select count(*) from c where 'quoted secret' <> ?",
    postgres: "select pg_sleep(0.05) where 'quoted secret' <> $1",
    mysql: "select sleep(0.05) from dual where 'quoted secret' <> ?",
  }[engineName] as string; // there is one for each

  it('are told with their SQL, without values, the first at once and the others as a count', async () => {
    const app = await freshApp({ slowStatementMs: 1 });
    const { database } = app.server.store;
    const told: Line[] = [];
    Object.assign(app.server.app.log, {
      warn: (line: Line, text: string) => told.push({ ...line, text }),
    });
    for (const secret of ['first secret', 'second secret', 'third secret'])
      await database.reads.all({ sql: sleeping, parameters: [secret] });
    await app.end();
    const slow = told.filter(({ sql }) => String(sql).includes("'…' <> "));
    assert.deepEqual(
      slow.map(({ text, operation, repeated }) => [text, operation, repeated]),
      [
        ['slow statement', 'read', undefined],
        ['slow statement', 'read', 2],
      ],
    );
    assert.ok(Number(slow[0]?.ms) >= 1);
    assert.equal(typeof slow[0]?.plan === 'string', engineName === 'sqlite');
    assert.doesNotMatch(JSON.stringify(told), /secret/);
  });

  it('are not told below the threshold, nor where it is 0', async () => {
    for (const slowStatementMs of [3_600_000, 0]) {
      const app = await freshApp({ slowStatementMs });
      const told: unknown[] = [];
      Object.assign(app.server.app.log, { warn: (line: unknown) => told.push(line) });
      await app.server.store.database.reads.all({ sql: sleeping, parameters: ['x'] });
      await app.end();
      assert.deepEqual(told, []);
    }
  });
});
