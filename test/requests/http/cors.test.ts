// No engine changes its result: headers are decided before a record is read.
// About every feature: it names a header that a route of one reads.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { type FreshApp, freshApp, type Sent } from '../../support/fresh-app.ts';

const PAGE = 'http://localhost:8080';
const ELSEWHERE = 'https://elsewhere.example';
const byDefault = await freshApp();
const listed = await freshApp({ corsOrigins: [ELSEWHERE, 'https://second.example:8443'] });
const open = await freshApp({ corsOrigins: ['*'] });
const reachable = await freshApp({ host: '0.0.0.0' });

/** Whom the answer names as allowed. */
const allowed = async (app: FreshApp, origin: string, route = 'GET /v1/book', sent: Sent = {}) => {
  const [method, url = ''] = route.split(' ');
  const answer = await app.server.app.inject({
    method: method as 'GET',
    url,
    headers: {
      origin,
      ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && { payload: sent.body as string }),
  });
  return { status: answer.statusCode, origin: answer.headers['access-control-allow-origin'], answer };
};

describe('the pages that may read answers are', () => {
  const apps: Readonly<Record<string, readonly [FreshApp, Readonly<Record<string, string | undefined>>]>> = {
    'those of this machine, by default': [
      byDefault,
      {
        [PAGE]: PAGE,
        'http://127.0.0.1:3000': 'http://127.0.0.1:3000',
        'http://[::1]:3000': 'http://[::1]:3000',
        [ELSEWHERE]: undefined,
        'http://localhost.elsewhere.example': undefined,
        'http://127.0.0.1.elsewhere.example': undefined,
        null: undefined,
        nonsense: undefined,
      },
    ],
    'none, where the server can be reached from elsewhere': [reachable, { [PAGE]: undefined }],
    'those that are listed, alone': [
      listed,
      {
        [ELSEWHERE]: ELSEWHERE,
        'https://second.example:8443': 'https://second.example:8443',
        'https://second.example': undefined,
        [`${ELSEWHERE}.evil.example`]: undefined,
        [PAGE]: undefined,
      },
    ],
    'all, where the list says so': [open, { [ELSEWHERE]: '*', [PAGE]: '*' }],
  };
  for (const [name, [app, origins]] of Object.entries(apps)) {
    it(name, async () => {
      for (const [origin, expected] of Object.entries(origins))
        assert.equal((await allowed(app, origin)).origin, expected, origin);
    });
  }
  it('told apart by caches', async () => {
    assert.match(String((await allowed(byDefault, ELSEWHERE)).answer.headers.vary), /origin/i);
  });
  it('never handed a cookie', async () => {
    for (const app of [byDefault, listed, open])
      assert.equal((await allowed(app, PAGE)).answer.headers['access-control-allow-credentials'], undefined);
  });
});

describe('answers of every status can be read', () => {
  const json = { 'content-type': 'application/json' };
  const requests: Readonly<Record<number, readonly [string, string, Sent?]>> = {
    200: ['GET', '/v1/book', { token: byDefault.root.access }],
    201: ['POST', '/v1/book', { token: byDefault.root.access, body: '{}', headers: json }],
    400: ['POST', '/cms/user/login', { body: '{', headers: json }],
    401: ['GET', '/v1/book'],
    404: ['GET', '/nope'],
    405: ['PATCH', '/v1/book', { token: byDefault.root.access }],
    413: ['POST', '/v1/book', { token: byDefault.root.access, body: 'x'.repeat(1_100_000), headers: json }],
    415: ['POST', '/v1/book', { body: 'x', headers: { ...json, 'content-encoding': 'gzip' } }],
    417: ['POST', '/v1/book', { body: '{}', headers: { ...json, expect: '200-ok' } }],
    422: ['GET', '/v1/book', { token: 'nonsense' }],
  };
  for (const base of BASES) {
    for (const [status, [method, url, sent]] of Object.entries(requests)) {
      it(`${status} ${method} ${base}${url}`, async () => {
        const answer = await allowed(byDefault, PAGE, `${method} ${base}${url}`, sent);
        assert.deepEqual([answer.status, answer.origin], [Number(status), PAGE]);
      });
    }
  }
  it('400 of a path that cannot be read', async () => {
    for (const [app, origin, expected] of [
      [byDefault, PAGE, PAGE],
      [byDefault, ELSEWHERE, undefined],
      [open, ELSEWHERE, '*'],
    ] as const) {
      const { status, origin: told, answer } = await allowed(app, origin, 'GET /v1/%ff');
      assert.deepEqual([status, told, answer.headers.vary], [400, expected, 'Origin, Accept-Language']);
    }
  });
  it('429', async () => {
    const body = JSON.stringify({ username: 'nobody at all', password: 'wrong' });
    for (let turn = 0; turn < 12; turn += 1) {
      const answer = await allowed(byDefault, PAGE, 'POST /lin3/cms/user/login', { body, headers: json });
      assert.equal(answer.origin, PAGE);
      if (answer.status === 429) return;
    }
    assert.fail('nobody was refused');
  });
  it('500', async () => {
    const app = await freshApp({ logLevel: 'silent' });
    await app.behind('drop table book');
    const answer = await allowed(app, PAGE, 'GET /lin3/v1/book', { token: app.root.access });
    assert.deepEqual([answer.status, answer.origin, answer.answer.json().code], [500, PAGE, 9999]);
  });
});

describe('a preflight', () => {
  const ask = {
    headers: {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,tag',
    },
  };
  for (const url of ['/lin3/cms/user/login', '/lin3/cms/admin/group/1', '/v1/book/1', '/nope']) {
    it(`of ${url} is answered without a token, and need not be repeated soon`, async () => {
      const { status, origin, answer } = await allowed(byDefault, PAGE, `OPTIONS ${url}`, ask);
      assert.deepEqual([status, origin, answer.body], [204, PAGE, '']);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        assert.match(String(answer.headers['access-control-allow-methods']), new RegExp(`\\b${method}\\b`));
      for (const header of ['authorization', 'content-type', 'tag', 'if-match', 'idempotency-key'])
        assert.ok(String(answer.headers['access-control-allow-headers']).includes(header), header);
      assert.ok(Number(answer.headers['access-control-max-age']) > 0);
    });
  }
  it('allows what routes declare, and their answers’ headers can be read', async () => {
    const { answer } = await allowed(byDefault, PAGE, 'OPTIONS /v1/book', ask);
    const names = String(answer.headers['access-control-allow-headers']).toLowerCase().split(/,\s*/);
    for (const name of ['prefer', 'last-event-id', 'if-match', 'if-none-match', 'range', 'tus-resumable'])
      assert.ok(names.includes(name), name);
    assert.equal(new Set(names).size, names.length);
    const read = await allowed(byDefault, PAGE, 'GET /v1/book', { token: byDefault.root.access });
    const told = String(read.answer.headers['access-control-expose-headers']).toLowerCase().split(/,\s*/);
    for (const name of [
      ...['*', 'etag', 'location', 'retry-after', 'x-total-count', 'preference-applied'],
      ...['content-disposition', 'x-request-id', 'idempotency-replayed', 'upload-offset'],
      ...['ratelimit', 'ratelimit-policy'],
    ])
      assert.ok(told.includes(name), name);
  });
  it('of a page that may not is refused as any other method', async () => {
    const { status, origin } = await allowed(byDefault, ELSEWHERE, 'OPTIONS /v1/book', ask);
    assert.deepEqual([status, origin], [405, undefined]);
  });
  it('without an origin is none', async () => {
    const { status, body } = await byDefault.request('OPTIONS', '/lin3/v1/book');
    assert.deepEqual([status, body.code], [405, 10080]);
  });
});
