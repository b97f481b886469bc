// No engine changes its result: it is about the form of answers.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { makeTokens } from '../../../server/access/sign-in/tokens.ts';
import { allFailures } from '../../../server/failures.ts';
import { routesOnAllBases } from '../../support/bases.ts';
import type { LogLine } from '../../support/bodies.ts';
import { claimsOf, freshApp, PASSWORD } from '../../support/fresh-app.ts';

// What clients of `/api` count on, beyond statuses and codes.

const app = await freshApp();
const member = await app.person();
const routes = await routesOnAllBases(app.nobody);
const chinese = { headers: { 'accept-language': 'zh' } };

describe('a failure on /api', () => {
  it('is a problem that names its kind, its request and each field', async () => {
    const body = { title: 'x'.repeat(51), author: 7 };
    const { status, headers, body: told } = await app.root.post('/api/v1/book', body);
    assert.equal(status, 422);
    const { detail, ...problem } = told;
    assert.deepEqual(problem, {
      type: 'urn:quire:error:badParameters',
      title: 'Invalid input',
      status: 422,
      code: 10030,
      errors: [
        {
          pointer: '#/title',
          code: 'tooLong',
          detail: 'must have at most 50 characters',
          allowed: { max: 50 },
        },
        { pointer: '#/author', code: 'notAText', detail: 'must be a string' },
      ],
      instance: `urn:quire:request:${headers['x-request-id']}`,
    });
    assert.match(String(detail), /^title .*author /);
    assert.equal(headers['cache-control'], 'private, no-cache');
    assert.match(String(headers.vary), /Accept-Language/);
  });

  for (const [what, line, headers, location] of [
    ['a parameter', 'GET /api/v1/book?sort=titel', {}, { parameter: 'sort' }],
    ['a filter', 'GET /api/v1/book?filter[titel][eq]=x', {}, { parameter: 'filter.titel' }],
    ['a part of the path', 'GET /api/v1/book/x', {}, { parameter: 'id' }],
    ['a parameter of a write', 'POST /api/v1/book?nope=1', {}, { parameter: 'nope' }],
    ['a header', 'DELETE /api/v1/book/1', { 'if-match': 'x' }, { header: 'if-match' }],
    ['the content type', 'POST /api/v1/book', { 'content-type': 'a/b' }, { header: 'Content-Type' }],
    ['an unknown member', 'POST /api/v1/book', {}, { pointer: '#/nope~1~0%20x' }],
    ['a parameter that is named like a header', 'GET /api/v1/book?X-Nope=1', {}, { parameter: 'X-Nope' }],
    ['such a parameter of a write', 'POST /api/v1/book?Nope=1', {}, { parameter: 'Nope' }],
    ['a member that is named like a header', 'PATCH /api/v1/book/1', {}, { pointer: '#/X-Nope' }],
    ['another form of a name', 'PUT /api/v1/book/1', {}, { pointer: '#/Title' }],
  ] as const)
    it(`tells of ${what} where it stands`, async () => {
      await app.makeBook();
      const [method = '', url = ''] = line.split(' ');
      const bodies: Readonly<Record<string, object>> = {
        POST: { title: 'a', 'nope/~ x': 1 },
        PATCH: { 'X-Nope': 1 },
        PUT: { Title: 'a', title: 'a' },
      };
      const body = bodies[method] ? { body: bodies[method] } : {};
      const sent = { ...body, token: app.root.access, headers };
      const { body: told } = await app.request<{ errors: object[] }>(method, url, sent);
      const {
        code: _,
        detail: __,
        allowed: ___,
        ...found
      } = (told.errors[0] ?? {}) as Record<string, unknown>;
      assert.deepEqual(found, location);
    });

  it('is in English unless another language is asked for, whatever the server speaks', async () => {
    const plain = await app.nobody.get('/api/v1/book');
    assert.equal(plain.body.title, 'Authentication failed: check the Authorization header, or sign in again');
    const asked = await app.nobody.get('/api/v1/book', chinese);
    assert.equal(asked.body.title, '认证失败，请检查请求头或重新登录');
  });

  it('tells how to sign in, and whether the token was at fault', async () => {
    const bare = await app.nobody.get('/api/v1/book');
    assert.equal(bare.headers['www-authenticate'], 'Bearer realm="quire"');
    const expired = makeTokens([app.secret]).sign({ ...claimsOf(member.access), exp: 1 } as never);
    for (const token of ['nonsense', expired, member.refresh]) {
      const { status, headers } = await app.as(token).get('/api/v1/book');
      assert.deepEqual(
        [status, headers['www-authenticate']],
        [401, 'Bearer realm="quire", error="invalid_token"'],
      );
    }
  });

  it('of many records tells each in the same form', async () => {
    const items = [
      { action: 'create', values: { title: 'kept' } },
      { action: 'create', values: { title: 'x'.repeat(51) } },
      { action: 'delete', id: 999_999 },
    ];
    const { status, body } = await app.root.post('/api/v1/book/bulk', { items });
    assert.equal(status, 422);
    assert.equal(body.type, 'urn:quire:error:recordsRefused');
    const records = body.items as { index: number; type: string; status: number; code: number }[];
    assert.deepEqual(
      records.map(({ index, type, status: each, code }) => [index, type, each, code]),
      [
        [1, 'urn:quire:error:badParameters', 422, 10030],
        [2, 'urn:quire:error:recordNotFound', 404, 10022],
      ],
    );
  });

  it('after too many attempts tells when to come back', async () => {
    const { username } = await app.person();
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        app.nobody.post('/api/cms/user/login', { username, password: 'wrong password' }),
      ),
    );
    const refused = tries.find(({ status }) => status === 429);
    assert.match(String(refused?.headers['retry-after']), /^\d+$/);
    assert.equal(refused?.body.type, 'urn:quire:error:tooManyRequests');
    const { status } = await app.nobody.post('/cms/user/login', { username, password: PASSWORD });
    assert.equal(status, 429, 'the attempts count on every base');
  });

  it('is a problem too where the request is no HTTP', async () => {
    const address = new URL(await app.server.app.listen({ port: 0, host: '127.0.0.1' }));
    for (const [base, type] of [
      ['/api', 'application/problem+json; charset=utf-8'],
      ['', 'application/json; charset=utf-8'],
    ]) {
      const socket = connect(Number(address.port), address.hostname);
      socket.end(`GET ${base}/v1/book HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n`);
      const answer = await text(socket);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.equal(/content-type: (.*)\r/i.exec(answer)?.[1], type);
    }
  });

  it('is noted in the log like on every base: without the base, by the same status', async () => {
    await app.nobody.get('/api/v1/book/77');
    await member.get('/api/cms/admin/authority');
    const items = await app.root.list<LogLine>('/cms/log?count=20');
    const statuses = (path: string) => items.find((one) => one.path === path)?.status_code;
    assert.deepEqual([statuses('/v1/book/77'), statuses('/cms/admin/authority')], [401, 401]);
  });
});

describe('a write on /api', () => {
  const values = { title: 'Emma', author: 'Jane Austen', image: '', summary: '' };

  it('answers what it made, and where it is', async () => {
    const made = await app.root.post('/api/v1/book', values);
    assert.deepEqual([made.status, made.headers.location], [201, `/api/v1/book/${made.body.id}`]);
    const read = await app.root.get(`/api/v1/book/${made.body.id}`);
    assert.deepEqual(made.body, read.body);
    assert.equal(made.headers.etag, read.headers.etag);
    assert.equal(made.headers['preference-applied'], undefined);
  });

  it('answers the changed collection, and nothing of what is gone', async () => {
    const id = await app.makeBook();
    const patched = await app.root.patch(`/api/v1/book/${id}`, { title: 'Persuasion' });
    assert.deepEqual([patched.status, patched.body.title], [200, 'Persuasion']);
    const put = await app.root.put(`/api/v1/book/${id}`, values, {
      headers: { 'if-match': String(patched.headers.etag) },
    });
    assert.deepEqual([put.status, put.body.title], [200, 'Emma']);
    const gone = await app.root.delete(`/api/v1/book/${id}`);
    assert.deepEqual([gone.status, gone.text, gone.headers['content-type']], [204, '', undefined]);
  });

  it('leaves the collection out for callers who prefer that', async () => {
    const minimal = { headers: { prefer: 'return=minimal' } };
    const made = await app.root.post('/api/v1/book', values, minimal);
    assert.deepEqual([made.status, made.body], [201, { id: made.body.id }]);
    const changed = await app.root.patch(`/api/v1/book/${made.body.id}`, { title: 'x' }, minimal);
    assert.deepEqual([changed.status, changed.text], [204, '']);
    const said = { headers: { prefer: 'return=representation' } };
    const asked = await app.root.patch(`/api/v1/book/${made.body.id}`, { title: 'y' }, said);
    assert.deepEqual([asked.body.title, asked.headers['preference-applied']], ['y', 'return=representation']);
  });

  it('tells what a dry run would do', async () => {
    const id = await app.makeBook();
    const { status, body } = await app.root.delete(`/api/v1/book/${id}?dry_run=true`);
    assert.deepEqual([status, body], [200, { dry_run: true, others: [] }]);
  });

  it('of many records tells the id of each', async () => {
    const { status, body } = await app.root.post('/api/v1/book/bulk', {
      items: [{ action: 'create', values }],
    });
    const [item] = body.items as [{ id: number }];
    assert.deepEqual([status, body], [200, { items: [{ index: 0, status: 201, id: item.id }] }]);
  });

  it('is repeated by its key on every base, in the form of each', async () => {
    const keyed = { headers: { 'idempotency-key': 'one-for-all' } };
    const first = await app.root.post('/api/v1/book', values, keyed);
    const again = await app.root.post('/api/v1/book', values, keyed);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    const elsewhere = await app.root.post('/v1/book', values, keyed);
    assert.equal(elsewhere.headers.location, `/v1/book/${first.body.id}`);
    assert.deepEqual(Object.keys(elsewhere.body), ['code', 'message', 'request', 'id']);
  });

  it('of the administration answers the id of what it made, or nothing', async () => {
    const made = await app.root.post('/api/cms/admin/group', { name: 'editors', info: null });
    const where = `/api/cms/admin/group/${made.body.id}`;
    assert.deepEqual([made.status, made.body, made.headers.location], [201, { id: made.body.id }, where]);
    const changed = await app.root.put(where, { name: 'writers', info: null });
    assert.deepEqual([changed.status, changed.text], [204, '']);
    assert.equal((await app.root.delete(where)).status, 204);
  });
});

describe('sessions on /api', () => {
  it('begin, are refreshed and end there, and are those of every base', async () => {
    const { username } = await app.person();
    const { status, body } = await app.nobody.post<{ access_token: string; refresh_token: string }>(
      '/api/cms/user/login',
      { username, password: PASSWORD },
    );
    assert.deepEqual([status, Object.keys(body)], [200, ['access_token', 'refresh_token']]);
    assert.equal((await app.as(body.access_token).get('/v1/book')).status, 200);
    const refreshed = await app.as(body.refresh_token).get<typeof body>('/api/cms/user/refresh');
    assert.notEqual(refreshed.body.refresh_token, body.refresh_token, 'refresh tokens rotate');
    const { access_token } = refreshed.body;
    assert.equal((await app.as(access_token).post('/api/cms/user/logout')).status, 204);
    assert.equal((await app.as(access_token).get('/v1/book')).status, 422);
  });

  it('in a cookie stay with the base on which they began', async () => {
    for (const base of ['', '/api']) {
      const headers = { host: 'quire.test', origin: 'https://quire.test', 'x-quire-console': 'new' };
      const sent = { body: { username: member.username, password: PASSWORD }, headers };
      const { headers: told } = await app.request('POST', `${base}/cms/console/session`, sent);
      assert.match(String(told['set-cookie']), RegExp(`; Path=${base}/cms/console/session;`));
    }
  });
});

/** A cursor is another one in each answer, and the log grows. */
const changing = /cursor|^next$/;

describe('every route reads the same on /api, without the words of older clients', () => {
  const same = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, inner) => (changing.test(name) ? '' : inner)));
  const inNewWords = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value)
        .replace(/"record(s?)":/g, '"collection$1":')
        .replace(/"(on_)?row(s|_id|_purge)?":/g, '"$1record$2":'),
    );
  const isBusy = /^\/cms\/(log|job|file\/upload|mail|changes|access\/refusals)|\/(changes|signed|refresh)$/;
  for (const [method, path] of routes) {
    if (method !== 'GET' || isBusy.test(path)) continue;
    it(path, async () => {
      const url = path.replace('{name}', 'book').replace(/\{\w+\}/g, '1');
      const [plain, neutral] = [await app.root.get(url, chinese), await app.root.get(`/api${url}`, chinese)];
      if (plain.status >= 300) {
        assert.ok(neutral.status >= 300, neutral.text);
        return assert.equal(neutral.body.code, plain.body.code ?? plain.body.error_code);
      }
      const { collection: _, total_nums: __, ...wanted } = plain.body;
      const { username: ___, ...told } = neutral.body;
      assert.deepEqual(
        same(path === '/cms/user/auths' ? told : neutral.body),
        same(inNewWords(Array.isArray(plain.body) ? plain.body : wanted)),
      );
    });
  }
});

describe('every route refuses on /api whom it refuses on /', () => {
  const callers = { nobody: undefined, 'a bad token': 'nonsense', 'a member': member.access } as const;
  const keys = Map.groupBy(allFailures, ({ code }) => code);
  for (const [caller, token] of Object.entries(callers))
    for (const [method, path] of routes) {
      if (/\/(logout|sessions)$/.test(path)) continue;
      it(`${caller}: ${method} ${path}`, async () => {
        const url = `${path.replace(/\{\w+\}/g, '1')}?`;
        const sent = { ...(token && { token }), ...(method.startsWith('P') && { body: {} }) };
        const plain = await app.request(method, url, sent);
        const neutral = await app.request(method, `/api${url}`, sent);
        assert.equal(neutral.status < 300, plain.status < 300, neutral.text);
        if (plain.status < 300) return;
        assert.equal(neutral.body.code, plain.body.code ?? plain.body.error_code);
        const statuses = keys.get(Number(neutral.body.code))?.map(({ status }) => status) ?? [];
        assert.ok([400, ...statuses].includes(neutral.status), neutral.text);
      });
    }
});

describe('what clients of Lin CMS know nothing of is on /api', () => {
  for (const line of [
    'POST /cms/user/reauthentication',
    'POST /cms/account/reset',
    'GET /openapi.json',
    'GET /docs',
  ])
    it(line, async () => {
      const { status } = await app.root.ask(line.replace('/', '/api/'), {});
      assert.notEqual(status, 404);
    });

  for (const url of ['/api/lin3/v1/book', '/api/api/v1/book', '/lin3/api/v1/book', '/apix/v1/book'])
    it(`and no base below another: ${url}`, async () => {
      assert.equal((await app.root.get(url)).status, 404);
    });
});
