import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { appsOf } from '../../support/sign-in/apps.ts';

const app = await freshApp({ contentDir: 'test/content/library', provider: true, mcp: true, graphql: true });
const { register, signIn } = appsOf(app);

/** What apps of one person asked for: someone who may read agents and search the log. */
const SCOPES = {
  nobody: 'openid',
  reader: 'read',
  novels: 'read:novel',
  agents: 'read:agent',
  proposer: 'propose:novel',
  writer: 'write:novel read:author',
  all: 'write',
  logs: 'permission:log.search',
  beyond: 'permission:user.delete read:agent',
} as const;
type Name = keyof typeof SCOPES;
const NAMES = Object.keys(SCOPES) as Name[];
const apps = new Map<Name, Client>();
const as = (name: Name) => apps.get(name) ?? app.nobody;
const records = { novel: 0, author: 0, agent: 0, diary: 0 };
let person: Person;

before(async () => {
  person = await app.granted('agent.read', 'log.search');
  const made = await register();
  for (const name of NAMES) apps.set(name, await signIn(made, person, { scope: SCOPES[name] }));
  const make = async (by: Client, request: string, body: object) =>
    (await by.done<{ id: number }>(request, body)).id;
  records.agent = await make(app.root, 'POST /v1/agent', { phone: '1' });
  records.author = await make(app.root, 'POST /v1/author', { name: 'Kafka', agent: records.agent });
  records.novel = await make(app.root, 'POST /v1/novel', { title: 'Das Schloss', author: records.author });
  records.diary = await make(person, 'POST /v1/diary', { entry: 'x' });
});

const READS_ALL = ['reader', 'all'] as const;

/** What is asked for, and which of the apps may. */
const requests: readonly (readonly [request: string, body: unknown, allowed: readonly Name[]])[] = [
  ['GET /v1/novel/:novel', undefined, ['reader', 'novels', 'proposer', 'writer', 'all']],
  ['GET /v1/country', undefined, NAMES],
  ['GET /v1/author', undefined, ['reader', 'writer', 'all']],
  ['GET /v1/author/:author', undefined, ['reader', 'writer', 'all']],
  ['GET /v1/agent', undefined, ['reader', 'agents', 'all', 'beyond']],
  ['GET /v1/agent/export?format=csv', undefined, ['reader', 'agents', 'all', 'beyond']],
  ['GET /v1/diary/:diary/history', undefined, READS_ALL],
  ['GET /v1/diary/trash', undefined, READS_ALL],
  ['POST /v1/novel', { title: 'Amerika' }, ['writer', 'all']],
  ['PATCH /v1/novel/:novel', { title: 'Das Schloss' }, ['writer', 'all']],
  ['POST /v1/novel/bulk', { items: [{ action: 'create', values: { title: 'x' } }] }, ['writer', 'all']],
  ['POST /v1/author', { name: 'Musil' }, ['all']],
  [
    'POST /v1/change-set',
    { title: 'x', items: [{ collection: 'novel', action: 'create', values: { title: 'y' } }] },
    ['proposer', 'writer', 'all'],
  ],
  [
    'POST /v1/change-set',
    { title: 'x', items: [{ collection: 'author', action: 'create', values: { name: 'y' } }] },
    ['all'],
  ],
  ['GET /cms/log/search', undefined, ['logs']],
  ['GET /cms/user/information', undefined, []],
  ['GET /cms/user/permissions', undefined, []],
  ['GET /cms/user/auths', undefined, []],
  ['GET /cms/user/second-factor', undefined, []],
  ['GET /cms/user/routes', undefined, NAMES],
  ['GET /cms/user/access?path=/v1/novel', undefined, NAMES],
  ['GET /cms/view', undefined, []],
  ['POST /cms/view', { record: 'novel', name: 'x' }, []],
  ['PUT /cms/user', { nickname: 'someone' }, []],
  ['GET /cms/user/sessions', undefined, []],
  ['GET /cms/user/apps', undefined, []],
  ['GET /cms/app', undefined, []],
  ['GET /cms/admin/users', undefined, []],
  ['POST /oauth/device/decision', { user_code: 'BCDFGHJK', scopes: [] }, []],
];

describe('an app may what its person may and agreed to:', () => {
  for (const [request, body, allowed] of requests)
    it(`${request} ${JSON.stringify(body ?? '')}`, async () => {
      const path = request.replace(/:(\w+)/g, (_, name: keyof typeof records) => String(records[name]));
      const open: Name[] = [];
      for (const name of NAMES) {
        const { status, body: told, text } = await as(name).ask(path.replace(' /', ' /api/'), body);
        if (status < 300) open.push(name);
        else assert.ok([403, 404, 422].includes(status), `${name}: ${status} ${text}`);
        assert.ok(status < 300 || !/Kafka|Schloss/.test(JSON.stringify(told)), text);
      }
      assert.deepEqual(open, allowed);
    });
  it('tells nothing of other collections by references, filters and GraphQL', async () => {
    const expanded = await as('novels').get(`/api/v1/novel/${records.novel}?expand=author`);
    assert.doesNotMatch(expanded.text, /Kafka/);
    assert.equal((await as('novels').get('/api/v1/novel?sort=author.name')).status, 400);
    const { text } = await as('novels').post('/graphql', { query: '{ authors { nodes { name } } }' });
    assert.doesNotMatch(text, /Kafka/);
  });
});

describe('rights of the person that are taken', () => {
  it('are the app’s no longer', async () => {
    const other = await app.granted('agent.read');
    const shop = await signIn(await register(), other, { scope: 'read:agent' });
    assert.equal((await shop.get('/api/v1/agent')).status, 200);
    await app.root.done(`PUT /cms/admin/user/${other.id}`, { group_ids: [await app.groupWith()] });
    assert.equal((await shop.get('/api/v1/agent')).status, 403);
  });
});

describe('log and history', () => {
  it('name the app beside the person', async () => {
    const { id } = await as('all').done<{ id: number }>('POST /v1/diary', { entry: 'by the app' });
    const [entry] = await person.list<{ user: { username: string }; key?: { name: string } }>(
      `/v1/diary/${id}/history`,
    );
    assert.equal(entry?.key?.name, 'Shop');
    assert.equal(entry?.user.username, person.username);
    const { text } = await app.root.get('/api/cms/log/search?keyword=Shop&count=50', {
      headers: { 'accept-language': 'en' },
    });
    assert.match(text, new RegExp(`${person.username}.*Shop`));
  });
});
