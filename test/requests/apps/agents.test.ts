import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { appsOf } from '../../support/sign-in/apps.ts';

const app = await freshApp({ contentDir: 'test/content/library', provider: true, mcp: true });
const { register, signIn } = appsOf(app);
const RESOURCE = 'https://quire.test/mcp';
let person: Person;

before(async () => {
  person = await app.person();
});

interface Called {
  readonly result: {
    readonly isError?: boolean;
    readonly tools?: { name: string }[];
    readonly content?: { text: string }[];
  };
}

async function ask(agent: Client, method: string, params: object = {}) {
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  const answer = await agent.post<Called>('/api/mcp', { jsonrpc: '2.0', id: 1, method, params }, { headers });
  assert.equal(answer.status, 200, answer.text);
  const [line] = /\{.*\}/.exec(answer.text) ?? [];
  return (JSON.parse(line ?? answer.text) as Called).result;
}
const toolsOf = async (agent: Client) =>
  ((await ask(agent, 'tools/list')).tools ?? []).map(({ name }) => name);
const call = (agent: Client, name: string, args: object) =>
  ask(agent, 'tools/call', { name, arguments: args });

describe('an agent without a token', () => {
  it('and one whose token is over are refused alike, so that it asks for another', async () => {
    for (const path of ['/mcp', '/api/mcp']) {
      const { status, headers } = await app.as('is-over').post(path, {});
      assert.equal(status, 401, path);
      assert.match(String(headers['www-authenticate']), /resource_metadata="[^"]+"/);
    }
  });
  it('is told where people let it in', async () => {
    for (const path of ['/mcp', '/api/mcp']) {
      const { status, headers } = await app.nobody.post(path, {});
      assert.equal(status, 401);
      const [, place = ''] = /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? [];
      const metadata = await app.nobody.read<Record<string, unknown>>(new URL(place).pathname);
      assert.equal(metadata.resource, `https://quire.test${path}`);
      assert.deepEqual(metadata.authorization_servers, ['https://quire.test']);
    }
  });
});

describe('an agent of a person', () => {
  it('proposes by default, and its person decides', async () => {
    const agent = await signIn(await register(), person, { scope: 'propose:novel', resource: RESOURCE });
    assert.deepEqual(await toolsOf(agent), [
      ...['describe_collection', 'list_records', 'read_record', 'propose_changes', 'read_proposal'],
    ]);
    const items = [{ collection: 'novel', action: 'create', values: { title: 'Proposed' } }];
    const { content = [], isError } = await call(agent, 'propose_changes', { title: 'One novel', items });
    assert.ok(!isError, JSON.stringify(content));
    const set = JSON.parse(content[0]?.text ?? '') as { id: number; version: number };
    assert.equal((await agent.post('/api/v1/novel', { title: 'Directly' })).status, 403);
    const approve = { version: set.version, apply: true };
    assert.ok((await agent.post(`/api/v1/change-set/${set.id}/approve`, approve)).status >= 400);
    const stranger = await app.person();
    assert.equal((await person.post(`/api/v1/change-set/${set.id}/approve`, approve)).status, 200);
    assert.match((await stranger.get('/api/v1/novel')).text, /Proposed/);
  });
  it('decides on no proposal that the person made themselves', async () => {
    const { id } = await person.done<{ id: number }>('POST /api/v1/change-set', {
      title: 'Mine',
      items: [{ collection: 'novel', action: 'create', values: { title: 'Mine' } }],
    });
    await person.done(`POST /api/v1/change-set/${id}/submit`);
    const { status } = await person.post(`/api/v1/change-set/${id}/approve`, { version: 2 });
    assert.ok(status >= 400);
  });
  it('writes at once where the person let it, and all of it is undone by one request', async () => {
    const agent = await signIn(await register(), person, { scope: 'write:novel', resource: RESOURCE });
    assert.deepEqual((await toolsOf(agent)).slice(-3), ['create_record', 'change_record', 'delete_record']);
    for (const title of ['One', 'Two']) {
      const made = await call(agent, 'create_record', { collection: 'novel', values: { title } });
      assert.ok(!made.isError, JSON.stringify(made.content));
      const { id } = JSON.parse(made.content?.[0]?.text ?? '') as { id: number };
      const changed = await call(agent, 'change_record', {
        collection: 'novel',
        id,
        values: { title: `${title}!` },
      });
      assert.match(changed.content?.[0]?.text ?? '', /!/);
    }
    const other = await call(agent, 'create_record', { collection: 'author', values: { name: 'x' } });
    assert.equal(other.isError, true);
    await person.done('POST /api/v1/novel', { title: 'By hand' });
    const { items } = await person.read<{ items: { id: number }[] }>('/api/cms/user/apps');
    const scope = { key: items[0]?.id };
    const { expected } = await person.done<{ expected: number }>('POST /api/cms/undo/preview', scope);
    await person.done('POST /api/cms/undo', { ...scope, expected });
    const { text } = await person.get('/api/v1/novel?count=50');
    assert.doesNotMatch(text, /One!|Two!/);
    assert.match(text, /By hand/);
  });
  it('undoes nothing of other people', async () => {
    const other = await app.person();
    const { items } = await person.read<{ items: { id: number }[] }>('/api/cms/user/apps');
    const { status } = await other.post('/api/cms/undo', { key: items[0]?.id, expected: 1 });
    assert.equal(status, 422);
  });
});
