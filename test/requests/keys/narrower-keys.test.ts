import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { importsInto } from '../../support/records/imports.ts';
import { image, multipart } from '../../support/records/uploads.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const { serviceUser, makeKey, program } = keysOf(app);

/** Keys of one user, who may read agents and search the log, and what each leaves. */
const LIMITS = {
  all: {},
  reader: { read_only: true },
  novels: { records: ['novel'] },
  files: { records: ['novel', 'quire_file'] },
  none: { permissions: [] },
  logs: { permissions: ['log.search'] },
} as const;
type Name = keyof typeof LIMITS;
const NAMES = Object.keys(LIMITS) as Name[];
const tokens = new Map<Name, string>();
const records = { novel: 0, author: 0, agent: 0, diary: 0 };
let userId = 0;
let groupId = 0;
const as = (name: Name) => app.as(tokens.get(name) ?? '');

before(async () => {
  groupId = await app.groupWith('agent.read', 'log.search');
  userId = (await serviceUser([groupId])).id;
  for (const name of NAMES) tokens.set(name, (await makeKey(userId, LIMITS[name], name)).key);
  const make = async (request: string, body: object) =>
    (await app.root.done<{ id: number }>(request, body)).id;
  records.diary = (await as('all').done<{ id: number }>('POST /v1/diary', { entry: 'x' })).id;
  records.agent = await make('POST /v1/agent', { phone: '1' });
  records.author = await make('POST /v1/author', { name: 'Kafka', agent: records.agent });
  records.novel = await make('POST /v1/novel', { title: 'Das Schloss', author: records.author });
});

/** What is asked for, and which of the keys may. */
const requests: readonly (readonly [request: string, body: unknown, allowed: readonly Name[]])[] = [
  ['GET /v1/novel', undefined, NAMES],
  ['GET /v1/novel/:novel', undefined, NAMES],
  ['GET /v1/novel/search?q=das', undefined, NAMES],
  ['GET /v1/novel/aggregate', undefined, NAMES],
  ['GET /v1/novel/export?format=csv', undefined, NAMES],
  ['GET /v1/diary/:diary/history', undefined, ['all', 'reader', 'none', 'logs']],
  ['GET /v1/novel/:novel/usage', undefined, NAMES],
  ['GET /v1/diary/trash', undefined, ['all', 'reader', 'none', 'logs']],
  ['GET /v1/country', undefined, NAMES],
  ['POST /v1/novel', { title: 'Amerika' }, ['all', 'novels', 'files', 'none', 'logs']],
  ['PATCH /v1/novel/:novel', { title: 'Das Schloss' }, ['all', 'novels', 'files', 'none', 'logs']],
  [
    'PUT /v1/novel/:novel',
    { title: 'Das Schloss', author: null },
    ['all', 'novels', 'files', 'none', 'logs'],
  ],
  [
    'POST /v1/novel/bulk',
    { items: [{ action: 'create', values: { title: 'Der Prozess' } }] },
    ['all', 'novels', 'files', 'none', 'logs'],
  ],
  ['GET /v1/author', undefined, ['all', 'reader', 'none', 'logs']],
  ['GET /v1/author/:author', undefined, ['all', 'reader', 'none', 'logs']],
  ['GET /v1/author/aggregate', undefined, ['all', 'reader', 'none', 'logs']],
  ['GET /v1/author/export?format=csv', undefined, ['all', 'reader', 'none', 'logs']],
  ['GET /v1/author/import', undefined, ['all', 'reader', 'none', 'logs']],
  ['POST /v1/author', { name: 'Musil' }, ['all', 'none', 'logs']],
  ['PATCH /v1/author/:author', { name: 'Kafka' }, ['all', 'none', 'logs']],
  [
    'POST /v1/author/bulk',
    { items: [{ action: 'create', values: { name: 'Musil' } }] },
    ['all', 'none', 'logs'],
  ],
  ['GET /v1/agent', undefined, ['all', 'reader']],
  ['GET /v1/agent/:agent', undefined, ['all', 'reader']],
  ['GET /v1/agent/export?format=csv', undefined, ['all', 'reader']],
  ['GET /cms/log/search', undefined, ['all', 'reader', 'novels', 'files', 'logs']],
  ['GET /cms/file?mine=true', undefined, ['all', 'reader', 'files', 'none', 'logs']],
  ['GET /cms/view', undefined, ['all', 'reader', 'none', 'logs']],
  ['POST /cms/view', { record: 'novel', name: 'x' }, ['all', 'none', 'logs']],
  ['GET /cms/user/information', undefined, NAMES],
  ['GET /cms/user/auths', undefined, NAMES],
  ['PUT /cms/user', { nickname: 'someone' }, []],
  ['POST /cms/user/logout', undefined, []],
  ['GET /cms/user/sessions', undefined, []],
  [
    'PUT /cms/user/change_password',
    { old_password: 'x', new_password: 'other word 1', confirm_password: 'other word 1' },
    [],
  ],
  ['GET /cms/key', undefined, []],
  ['GET /cms/admin/users', undefined, []],
];

describe('a key leaves of its user’s rights what it says:', () => {
  for (const [request, body, allowed] of requests)
    it(request, async () => {
      const path = request.replace(/:(\w+)/g, (_, name: keyof typeof records) => String(records[name]));
      const open: Name[] = [];
      for (const name of NAMES) {
        const { status, body: told } = await as(name).ask(path, body);
        if (status < 300) open.push(name);
        else
          assert.deepEqual(
            [status, told.code ?? told.error_code],
            [401, 10000],
            `${name}: ${JSON.stringify(told)}`,
          );
      }
      assert.deepEqual(open, allowed);
    });
  it('uploads', async () => {
    const { body, headers } = multipart([{ key: 'a', name: 'a.png', bytes: await image() }]);
    const open: Name[] = [];
    for (const name of NAMES)
      if ((await as(name).post('/cms/file', body, { headers })).status < 300) open.push(name);
    assert.deepEqual(open, ['all', 'files', 'none', 'logs']);
  });
  it('imports, which go on after their request', async () => {
    const csv = 'title\nImported\n';
    const open: Name[] = [];
    for (const name of NAMES) {
      const { beginInTurn } = importsInto(app, '/v1/novel', tokens.get(name));
      if ((await beginInTurn('format=csv', `${csv}${name}\n`)).status < 300) open.push(name);
    }
    assert.deepEqual(open, ['all', 'novels', 'files', 'none', 'logs']);
    const foreign = importsInto(app, '/v1/author', tokens.get('novels'));
    assert.equal((await foreign.begin('format=csv', 'name\nX\n')).status, 401);
  });
});

describe('what a key does not reach is not told by the way:', () => {
  const told = async (name: Name, path: string) => (await as(name).get(path)).text;
  it('by references', async () => {
    await app.root.done(`PATCH /v1/novel/${records.novel}`, { author: records.author });
    const path = `/v1/novel/${records.novel}?expand=author`;
    assert.match(await told('all', path), /Kafka/);
    assert.doesNotMatch(await told('novels', path), /Kafka/);
  });
  it('by filters and sorting', async () => {
    for (const query of ['filter[author][name][eq]=Kafka', 'sort=author.name', 'fields=author.name'])
      assert.ok((await as('novels').get(`/v1/novel?${query}`)).status === 400, query);
  });
  it('by answers that are remembered', async () => {
    const path = '/v1/novel?expand=author&count=50';
    for (let turn = 0; turn < 3; turn += 1) {
      assert.match(await told('all', path), /Kafka/);
      assert.doesNotMatch(await told('novels', path), /Kafka/);
      assert.match((await app.root.get(path)).text, /Kafka/);
      assert.match(await told('logs', path), /Kafka/);
    }
  });
  it('by answers to repeated requests', async () => {
    const headers = { 'idempotency-key': 'k1', prefer: 'return=representation' };
    const body = { title: 'Once' };
    assert.equal((await as('all').post('/v1/novel', body, { headers })).status, 201);
    assert.equal((await as('all').post('/v1/novel', body, { headers })).status, 201);
    assert.equal((await as('novels').post('/v1/novel', body, { headers })).status, 422);
  });
  it('by what it may do with a record', async () => {
    const path = `/v1/novel/${records.novel}?can=1`;
    const can = async (name: Name) => (await as(name).read<{ can: object }>(path)).can;
    assert.deepEqual(await can('all'), { update: true, delete: true, history: false, restore: false });
    assert.deepEqual(await can('reader'), { update: false, delete: false, history: false, restore: false });
  });
  it('by the routes that it may use', async () => {
    const routes = async (name: Name) => {
      const { items } = await as(name).read<{ items: { method: string; path: string }[] }>(
        '/cms/user/routes',
      );
      return items.map(({ method, path }) => `${method} ${path}`);
    };
    const both = ['GET /cms/view', 'POST /cms/view', 'PUT /cms/user', 'GET /cms/log/search'];
    const of = async (name: Name) => (await routes(name)).filter((one) => both.includes(one)).toSorted();
    assert.deepEqual(await of('all'), ['GET /cms/log/search', 'GET /cms/view', 'POST /cms/view']);
    assert.deepEqual(await of('reader'), ['GET /cms/log/search', 'GET /cms/view']);
    assert.deepEqual(await of('novels'), ['GET /cms/log/search']);
  });
  it('by references in what it writes', async () => {
    const body = { title: 'Linked', diary: 1 };
    assert.equal((await as('novels').post('/v1/novel', body)).status, 400);
    assert.equal(
      (await as('novels').post('/v1/novel', { title: 'Linked', author: records.author })).status,
      400,
    );
    assert.equal(
      (await as('all').post('/v1/novel', { title: 'Linked', author: records.author })).status,
      201,
    );
  });
});

describe('a key never does more than its user', () => {
  it('once a permission is taken away', async () => {
    const group = await app.groupWith('agent.read');
    const { outcome } = await program({ permissions: ['agent.read', 'log.search'] }, [group]);
    assert.deepEqual(await outcome('GET /v1/agent'), [200, undefined]);
    assert.deepEqual(await outcome('GET /cms/log/search'), [401, 10000]);
    const permission_ids = await app.permissionIds('agent.read');
    await app.root.done('POST /cms/admin/permission/remove', { group_id: group, permission_ids });
    assert.deepEqual(await outcome('GET /v1/agent'), [401, 10000]);
  });
  it('nor does an import that it began, once it is revoked', async () => {
    const { id, key } = await program({ records: ['country'] });
    const { begin } = importsInto(app, '/v1/country', key);
    const file = `name\n${Array.from({ length: 400 }, (_, number) => `Land ${number}`).join('\n')}\n`;
    const begun = await begin('format=csv', file);
    assert.equal(begun.status, 201, begun.text);
    await app.root.done(`DELETE /cms/key/${id}`);
    const ended = await importsInto(app, '/v1/country').settled(begun.body.id);
    assert.ok(ended.state === 'failed' || ended.created === 400, ended.state); // it may have been done before
  });
});

it('a key for other collections shows no guarded field of a record that everybody may read, on any path', async () => {
  const guarded = await freshApp({ contentDir: 'test/content/rules' });
  const { groupId: paying } = await guarded.granted('person.salaries');
  const keys = keysOf(guarded);
  const narrow = await keys.program({ records: ['post'] }, [paying]);
  const wide = await keys.program({}, [paying]);
  const id = await guarded.root.make('/v1/person', { name: 'a', salary: '1.00', contract: 'c1' });
  for (const [path, shown] of [
    [`/v1/person/${id}`, 200],
    ['/v1/person', 200],
    ['/v1/person?fields=name', 200],
    ['/v1/person/export?format=jsonl', 200],
    ['/v1/person/search?q=c1', 200],
    ['/v1/person?filter[salary][eq]=1.00', 400],
    ['/v1/person?sort=salary', 400],
  ] as const) {
    const [told, whole] = [await narrow.get(path), await wide.get(path)];
    assert.ok(whole.status === 200, `${path}: ${whole.text}`);
    assert.ok([shown, 401].includes(told.status), `${path}: ${told.status}`);
    assert.doesNotMatch(told.text, /salary":"1|"c1"/, path);
  }
  assert.equal((await wide.read(`/v1/person/${id}`)).salary, '1.00');
});
