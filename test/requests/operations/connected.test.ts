// Who is connected, as operators see it: sessions to all servers of a database, streams to the one that answers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openServer } from '../../../server/start.ts';
import type { BodyOf } from '../../support/bodies.ts';
import { readExposition } from '../../support/exposition.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';

type Connected = BodyOf<'GET /health/state'>['connected'];

const PROMETHEUS = '192.0.2.7';
const app = await freshApp({ graphql: true, metricsNetworks: ['192.0.2.0/24'] });
const other = await openServer(app.settings);
app.database.closeFirst(() => other.close());
const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
const { nobody, root } = app;
const { program } = keysOf(app);
const [ann, ben] = [await app.person([], 'ann'), await app.person([], 'ben')];

async function connectedAt(server: typeof other): Promise<Connected> {
  const headers = { authorization: `Bearer ${root.access}` };
  const answer = await server.app.inject({ url: '/api/health/state', headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().connected;
}

const sessionsOf = ({ latest }: Connected, name: string) =>
  latest.filter(({ username }) => username === name);
const countOf = ({ streams }: Connected, asked: string) => streams.find(({ kind }) => kind === asked)?.count;

interface Listening {
  readonly token?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a stream at the first server, and returns how to leave it. */
async function listen(path: string, { token, body, headers: further }: Listening = {}) {
  const leaving = new AbortController();
  const headers = {
    accept: 'text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...further,
  };
  const asked = body === undefined ? {} : { method: 'POST', body };
  const answer = await fetch(`${base}${path}`, { ...asked, headers, signal: leaving.signal });
  assert.equal(answer.status, 200);
  answer.text().catch(() => undefined); // it is aborted; a body that nobody reads may be closed before
  return () => leaving.abort();
}

describe('signed-in people', () => {
  it('are listed with their clients, at each server, wherever they signed in', async () => {
    const agents = { headers: { 'user-agent': 'Reader/1.0' } };
    const cases = [
      ['ann', app.server, '198.51.100.7', '198.51.100.7'],
      ['ben', other, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ] as const;
    for (const [username, server, remoteAddress, network] of cases) {
      const payload = { username, password: ann.password };
      const sent = { method: 'POST', url: '/cms/user/login', remoteAddress, payload, ...agents } as const;
      assert.equal((await server.app.inject(sent)).statusCode, 200);
      for (const at of [app.server, other]) {
        const [latest] = sessionsOf(await connectedAt(at), username);
        const { client, agent, network: shown } = latest ?? {};
        assert.deepEqual([client, agent, shown], ['program', 'Reader/1.0', network]);
      }
    }
    assert.doesNotMatch(JSON.stringify(await connectedAt(other)), /2001:db8:1:2:3/);
  });

  it('count with the sessions that were refreshed within the life of an access token', async () => {
    const before = await connectedAt(app.server);
    assert.equal(before.people, 3);
    assert.equal(before.sessions, before.latest.length);
    const old = Date.now() - app.settings.accessTokenTtl * 1000 - 1;
    await app.behind(`update quire_session set refreshed_time = ${old} where user_id = ${ben.id}`);
    const after = await connectedAt(other);
    assert.equal(after.people, 2);
    assert.equal(after.sessions, before.sessions - sessionsOf(before, 'ben').length);
    assert.deepEqual(sessionsOf(after, 'ben'), []);
  });

  it('are gone with their last session, and as soon as they are deactivated', async () => {
    const { access, id } = await app.person([], 'cleo');
    assert.equal(sessionsOf(await connectedAt(other), 'cleo').length, 1);
    await app.as(access).done('POST /cms/user/logout');
    assert.deepEqual(sessionsOf(await connectedAt(other), 'cleo'), []);
    await app.signIn('cleo');
    assert.equal(sessionsOf(await connectedAt(other), 'cleo').length, 1);
    await root.done(`DELETE /cms/admin/user/${id}/activation`);
    assert.deepEqual(sessionsOf(await connectedAt(app.server), 'cleo'), []);
  });
});

describe('open streams', () => {
  it('are listed by who listens and how, where they are open, until they are left', async () => {
    const robot = await program();
    const impersonation = await root.done<{ access_token: string }>('POST /cms/access/impersonation', {
      user_id: ann.id,
    });
    const subscription = JSON.stringify({ query: 'subscription { changes { id } }' });
    const leave = [
      await listen('/api/v1/changes', { token: ann.access }),
      await listen('/api/v1/changes'),
      await listen('/api/v1/changes', { token: robot.key }),
      await listen('/api/v1/changes', { token: impersonation.access_token }),
      await listen('/graphql', { token: ben.access, body: subscription }),
    ];
    await until(async () => countOf(await connectedAt(app.server), 'graphql') === 1);
    const connected = await connectedAt(app.server);
    assert.equal(countOf(connected, 'changes'), 4);
    assert.deepEqual(
      connected.latest_streams
        .map((one) => [one.kind, one.username, one.key, one.impersonator, one.network])
        .toSorted(),
      [
        ['changes', null, null, null, '127.0.0.1'],
        ['changes', 'ann', null, null, '127.0.0.1'],
        ['changes', 'ann', null, 'root', '127.0.0.1'],
        ['changes', robot.owner.username, 'nightly', null, '127.0.0.1'],
        ['graphql', 'ben', null, null, '127.0.0.1'],
      ],
    );
    const elsewhere = await connectedAt(other);
    assert.deepEqual([countOf(elsewhere, 'changes'), countOf(elsewhere, 'graphql')], [0, 0]);
    const { text } = await app.request('GET', '/metrics', { address: PROMETHEUS });
    const figures = readExposition(text);
    assert.equal(figures.sum('quire_open_streams', { stream: 'changes' }), 4);
    assert.equal(figures.sum('quire_open_streams', { stream: 'graphql' }), 1);
    assert.equal(figures.sum('quire_signed_in_people', {}), connected.people);
    assert.equal(figures.sum('quire_signed_in_sessions', {}), connected.sessions);
    assert.doesNotMatch(text, /\bann\b|\bben\b/);
    for (const end of leave) end();
    await until(async () => (await connectedAt(app.server)).latest_streams.length === 0);
  });

  it('cannot be told as subscriptions by those who open them', async () => {
    const leave = await listen('/api/v1/changes', { headers: { 'x-quire-stream': 'graphql' } });
    await until(async () => (await connectedAt(app.server)).latest_streams.length === 1);
    assert.equal(countOf(await connectedAt(app.server), 'graphql'), 0);
    leave();
  });
});

it('who is connected is told to administrators alone', async () => {
  const manager = await app.granted('session.manage', 'user.manage');
  const robot = await program({ manages_accounts: true });
  for (const [who, client, status] of [
    ['nobody', nobody, 401],
    ['a person', ann, 403],
    ['who manages sessions', manager, 403],
    ['a program', robot, 403],
  ] as const) {
    const answer = await client.get('/api/health/state');
    assert.equal(answer.status, status, who);
    assert.doesNotMatch(answer.text, /ben|connected/, who);
  }
});
