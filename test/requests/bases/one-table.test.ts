// No engine changes its result: it is about the form of answers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dialects } from '../../../server/http/dialects/all.ts';
import { type Answer, freshApp } from '../../support/fresh-app.ts';

// One table of requests on every base: who asks decides the same everywhere, and each base says it in its form.

const app = await freshApp();
const member = await app.person();
const callers = { nobody: app.nobody, 'a bad token': app.as('nonsense'), member, root: app.root };

type Told = readonly [status: number, code?: number];

interface AnyRecord {
  readonly what: string;
  readonly by: keyof typeof callers;
  readonly line: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** On `/` and `/lin3`, unless that is named. */
  readonly told: Told;
  readonly lin2?: Told;
  readonly lin3?: Told;
  readonly api: Told;
}

const whole = { title: 't', author: 'a', image: '', summary: '' };
const records: readonly AnyRecord[] = [
  { what: 'signed out', by: 'nobody', line: 'GET /v1/book/{id}', told: [401, 10000], api: [401, 10000] },
  {
    what: 'a bad token',
    by: 'a bad token',
    line: 'GET /v1/book/{id}',
    told: [422, 10040],
    lin3: [422, 10041],
    api: [401, 10040],
  },
  {
    what: 'a permission lacks',
    by: 'member',
    line: 'DELETE /v1/book/{id}',
    told: [401, 10000],
    lin2: [401, 10070],
    lin3: [401, 10001],
    api: [403, 10000],
  },
  {
    what: 'for super administrators',
    by: 'member',
    line: 'GET /cms/admin/authority',
    told: [401, 10000],
    lin2: [401, 10070],
    lin3: [401, 10001],
    api: [403, 10000],
  },
  {
    what: 'a missing collection',
    by: 'root',
    line: 'GET /v1/book/999',
    told: [404, 10022],
    lin2: [404, 10020],
    api: [404, 10022],
  },
  { what: 'a path id', by: 'root', line: 'GET /v1/book/abc', told: [400, 10030], api: [400, 10030] },
  {
    what: 'a stale ETag',
    by: 'root',
    line: 'PUT /v1/book/{id}',
    body: whole,
    headers: { 'if-match': '"stale"' },
    told: [412, 10062],
    lin2: [412, 10070],
    api: [412, 10062],
  },
  {
    what: 'a value that is taken',
    by: 'root',
    line: 'POST /cms/admin/group',
    body: { name: 'guest', info: null },
    told: [403, 10072],
    lin2: [403, 10060],
    api: [409, 10072],
  },
  {
    what: 'too large',
    by: 'root',
    line: 'POST /v1/book',
    body: 'x'.repeat(1_100_000),
    told: [413, 10180],
    lin2: [413, 10110],
    api: [413, 10180],
  },
  {
    what: 'another content type',
    by: 'root',
    line: 'POST /v1/book',
    body: 'title',
    headers: { 'content-type': 'text/plain' },
    told: [400, 10030],
    api: [415, 10030],
  },
  {
    what: 'a compressed body',
    by: 'root',
    line: 'POST /v1/book',
    body: whole,
    headers: { 'content-encoding': 'gzip' },
    told: [415, 10030],
    api: [415, 10030],
  },
  {
    what: 'an invalid field',
    by: 'root',
    line: 'POST /v1/book',
    body: { ...whole, title: 'x'.repeat(51) },
    told: [400, 10030],
    api: [422, 10030],
  },
  {
    what: 'an invalid parameter',
    by: 'root',
    line: 'GET /v1/book?filter[titel][eq]=x',
    told: [400, 10030],
    api: [400, 10030],
  },
  {
    what: 'malformed JSON',
    by: 'root',
    line: 'POST /v1/book',
    body: '{',
    told: [400, 10030],
    api: [400, 10030],
  },
  { what: 'an unknown route', by: 'root', line: 'GET /v1/nope', told: [404, 10020], api: [404, 10020] },
  { what: 'a wrong method', by: 'root', line: 'DELETE /v1/book', told: [405, 10080], api: [405, 10080] },
  { what: 'a broken path', by: 'root', line: 'GET /v1/%zz', told: [400, 10030], api: [400, 10030] },
  {
    what: 'a refused record of many',
    by: 'root',
    line: 'POST /v1/book/bulk',
    body: { items: [{ action: 'delete', id: 999 }] },
    told: [400, 10034],
    lin2: [400, 10030],
    api: [422, 10034],
  },
  {
    what: 'a wrong password',
    by: 'nobody',
    line: 'POST /cms/user/login',
    body: { username: 'root', password: 'wrong password' },
    told: [401, 10031],
    lin2: [401, 10030],
    api: [401, 10031],
  },
  { what: 'a list', by: 'member', line: 'GET /v1/book', told: [200], api: [200] },
  { what: 'a read', by: 'member', line: 'GET /v1/book/{id}', told: [200], api: [200] },
  { what: 'a creation', by: 'root', line: 'POST /v1/book', body: whole, told: [201], api: [201] },
  {
    what: 'a change',
    by: 'root',
    line: 'PATCH /v1/book/{id}',
    body: { title: 'u' },
    told: [200],
    lin2: [201],
    api: [200],
  },
  { what: 'a deletion', by: 'root', line: 'DELETE /v1/book/{id}', told: [200], lin2: [201], api: [204] },
];

const toldOn = (base: string, { told, lin2, lin3, api }: AnyRecord): Told => {
  if (base === '/api') return api;
  return (base === '/lin2' ? lin2 : base === '/lin3' ? lin3 : undefined) ?? told;
};

for (const { base } of dialects)
  describe(`on ${base || '/'}`, () => {
    for (const record of records)
      it(record.what, async () => {
        const id = await app.makeBook();
        const [method = '', path = ''] = record.line.replace('{id}', String(id)).split(' ');
        const client = callers[record.by];
        const answer = await sendBy(client, method, base + path, record);
        const [status, code] = toldOn(base, record);
        assert.equal(answer.status, status, answer.text);
        if (code === undefined) return;
        assert.equal(answer.body.code ?? answer.body.error_code, code, answer.text);
        assert.match(
          String(answer.headers['content-type']),
          base === '/api'
            ? /^application\/problem\+json; charset=utf-8$/
            : /^application\/json; charset=utf-8$/,
        );
        assert.equal(
          answer.headers['www-authenticate'] !== undefined,
          base === '/api' && status === 401,
          'WWW-Authenticate',
        );
      });
  });

it('records refused together list their fields one by one, on / in the record and on Lin bases as sentences', async () => {
  const body = { items: [{ action: 'create', values: { title: 7 } }] };
  for (const [base, members, ofRecord] of [
    ['', ['code', 'message', 'request', 'items'], ['index', 'status', 'code', 'message', 'fields']],
    [
      '/lin2',
      ['error_code', 'msg', 'request', 'items'],
      ['index', 'status', 'error_code', 'msg', 'problems'],
    ],
    ['/lin3', ['code', 'message', 'request', 'items'], ['index', 'status', 'code', 'message', 'problems']],
  ] as const) {
    const told = await app.root.post<{ items: [object] }>(`${base}/v1/book/bulk`, body);
    assert.deepEqual([Object.keys(told.body), Object.keys(told.body.items[0])], [members, ofRecord], base);
  }
});

function sendBy(
  client: (typeof callers)[keyof typeof callers],
  method: string,
  url: string,
  { body, headers }: AnyRecord,
): Promise<Answer<Record<string, unknown>>> {
  const more = headers ? { headers } : {};
  if (method === 'POST') return client.post(url, body, more);
  if (method === 'PUT') return client.put(url, body, more);
  if (method === 'PATCH') return client.patch(url, body, more);
  return method === 'DELETE' ? client.delete(url, more) : client.get(url, more);
}
