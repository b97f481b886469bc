import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeTokens } from '../../server/access/tokens.ts';
import { type Answer, claimsOf, freshApp, type Person } from '../support/fresh-app.ts';
import { importsInto } from '../support/imports.ts';

// Every route that is described, asked by every kind of caller on `/` and on `/lin3`: the same outcome, in other words.

const app = await freshApp();
await app.makeBook();
const group = await app.groupWith('搜索日志');

const routes = Object.entries(
  (await app.send<{ paths: Record<string, object> }>('GET', '/openapi.json')).paths,
)
  .flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => [method.toUpperCase(), path] as const),
  )
  .filter(([, path]) => path.startsWith('/cms') || path.startsWith('/v1'));

let member: Person;
before(async () => {
  member = await app.person([group]);
});
const expired = (token: string) =>
  makeTokens([app.secret]).sign({ ...claimsOf(token), exp: Math.floor(Date.now() / 1000) - 1 } as never);

const callers: Readonly<Record<string, (path: string) => string | undefined | Promise<string>>> = {
  nobody: () => undefined,
  'a malformed token': () => 'nonsense',
  'an expired token': () => expired(member.access),
  'an expired refresh token': () => expired(member.refresh),
  'a refresh token where an access token belongs': () => member.refresh,
  'a member': async (path) =>
    path.endsWith('/logout') ? (await app.signIn(member.username)).access : member.access,
};

/** The codes of `/` that `/lin3` says otherwise: in general, and where the refresh token was to be shown. */
const inLin3: Readonly<Record<string, number>> = {
  '401 10050': 10051,
  '422 10040': 10041,
  'refresh 401 10050': 10052,
  'refresh 422 10040': 10042,
};
const expectedCode = (path: string, { status, body }: Answer<Record<string, unknown>>, isKnown: boolean) => {
  const code = Number(body.error_code ?? body.code);
  if (isKnown && status === 401 && code === 10000) return 10001;
  const prefix = path.endsWith('/refresh') ? 'refresh ' : '';
  return inLin3[`${prefix}${status} ${code}`] ?? code;
};

for (const [caller, tokenFor] of Object.entries(callers)) {
  describe(caller, () => {
    for (const [method, path] of routes) {
      it(`${method} ${path}`, async () => {
        const url = path.replace(/\{\w+\}/g, '1');
        const [plain, lin] = [await ask(''), await ask('/lin3')];
        assert.equal(lin.status, plain.status, lin.text);
        if (plain.status < 300) return;
        assert.deepEqual(lin.body, {
          code: expectedCode(path, plain, caller === 'a member'),
          message: plain.body.msg ?? plain.body.message,
          request: `${method} ${url}`,
        });
        async function ask(base: string) {
          const token = await tokenFor(path);
          const body = method.startsWith('P') ? { body: {} } : {};
          return app.request(method, `${base}${url}?`, {
            ...body,
            ...(token !== undefined && { token }),
          });
        }
      });
    }
  });
}

describe('a super administrator reads the same', () => {
  before(async () => {
    await app.makeBook({ title: 'the second' });
    await importsInto(app, '/v1/book').run('', 'title\nthe third\n');
  });
  const bare = /^\/v1\/\w+(\/search)?$/;
  for (const [method, path] of routes) {
    if (method !== 'GET' || path.endsWith('/refresh')) continue;
    it(`GET ${path}`, async () => {
      const url = path.replace(/\{\w+\}/g, '1') + (path.includes('/search') ? '?q=second' : '');
      const plain = await app.send<{ items?: unknown }>('GET', url, { token: app.root.access });
      const lin = await app.send('GET', `/lin3${url}`, { token: app.root.access });
      assert.deepEqual(lin, bare.test(path) ? plain.items : plain);
    });
  }
});

describe('writes', () => {
  it('answer code, message and request, and where the new row is', async () => {
    for (const base of ['', '/lin3']) {
      const [code, text] = base === '' ? ['error_code', 'msg'] : ['code', 'message'];
      const made = await app.request('POST', `${base}/cms/admin/group`, {
        token: app.root.access,
        body: { name: `made ${base}`, info: null },
      });
      assert.deepEqual(
        [made.status, made.body],
        [201, { [code]: 15, [text]: '新建分组', request: 'POST /cms/admin/group', id: made.body.id }],
      );
      assert.equal(made.headers.location, `${base}/cms/admin/group/${made.body.id}`);
      const path = `/cms/admin/group/${made.body.id}`;
      const gone = await app.request('DELETE', base + path, { token: app.root.access });
      assert.deepEqual([gone.status, gone.body[code], gone.body.request], [200, 8, `DELETE ${path}`]);
    }
  });
});

describe('what is no route answers in the words of its base', () => {
  const unknown = {
    '/lin3/nope?x=1': ['code', 'GET /nope'],
    '/lin3/v1/nope': ['code', 'GET /v1/nope'],
    '/lin3x': ['error_code', 'GET /lin3x'],
    '/lin3x/v1': ['error_code', 'GET /lin3x/v1'],
    '/v1/nope': ['code', 'GET /v1/nope'],
    '/nope/lin3': ['error_code', 'GET /nope/lin3'],
  };
  for (const [url, [word = '', line]] of Object.entries(unknown)) {
    it(url, async () => {
      const { status, body } = await app.request('GET', url);
      assert.deepEqual([status, body[word], body.request], [404, 10020, line]);
    });
  }
  it('also for wrong methods, broken bodies and broken paths', async () => {
    const token = app.root.access;
    const wrong = await app.request('PATCH', '/lin3/v1/book', { token });
    assert.deepEqual([wrong.status, wrong.body.code, wrong.headers.allow], [405, 10080, 'GET, HEAD, POST']);
    const broken = await app.request('POST', '/lin3/cms/user/login', { body: '{' });
    assert.deepEqual([broken.status, broken.body.code], [400, 10030]);
    const path = await app.request('GET', '/lin3/cms/%zz');
    assert.deepEqual([path.status, path.body.code], [400, 10030]);
    const large = await app.request('POST', '/lin3/cms/user/login', { body: 'x'.repeat(1_100_000) });
    assert.deepEqual([large.status, large.body.code], [413, 10180]);
  });
});
