// No engine changes its result: parameters are checked before a record is read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/past' });
const { root } = app;
const id = await root.make('/v1/paper', { title: 'one' });
await root.done(`PATCH /v1/paper/${id}`, { title: 'two' });
const made = () => root.make('/v1/paper', { title: 'another' });

describe('a parameter that a route does not have', () => {
  for (const [request, body] of [
    ['GET /v1/paper'],
    [`GET /v1/paper/${id}`],
    ['POST /v1/paper', { title: 'x' }],
    [`PUT /v1/paper/${id}`, { title: 'x' }],
    [`PATCH /v1/paper/${id}`, { title: 'x' }],
    ['POST /v1/paper/bulk', { items: [{ action: 'create', values: { title: 'x' } }] }],
    [`GET /v1/paper/${id}/history`],
    [`POST /v1/paper/${id}/history/1/restore`],
    ['GET /v1/paper/trash'],
    ['GET /v1/paper/aggregate'],
    ['GET /v1/paper/export'],
    [`DELETE /v1/paper/${id}`],
  ] as const)
    it(`is refused by name: ${request}`, async () => {
      for (const name of ['feilds', '__proto__', 'filter[x']) {
        const answer = await root.ask(`${request}?${name}=1`, body);
        assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text);
        assert.ok(Object.hasOwn(answer.body.fields as object, name), answer.text);
      }
    });

  it('is left to clients of other bases', async () => {
    for (const request of [`GET /lin3/v1/paper/${id}?x=1`, 'GET /cms/user/auths?x=1', 'GET /cms/log?x=1'])
      assert.equal((await root.ask(request)).status, 200, request);
    assert.equal((await root.ask(`PATCH /lin3/v1/paper/${id}?x=1`, { title: 'x' })).status, 200);
  });
});

describe('a member of a body where a route has none', () => {
  const requests = [
    `DELETE /v1/paper/${id}`,
    `POST /v1/paper/${id}/history/1/restore`,
    `POST /v1/paper/trash/${id}/restore`,
    `DELETE /v1/paper/trash/${id}`,
    `PUT /v1/paper/${id}/presence`,
    'POST /v1/change-set/1/submit',
    'POST /v1/change-set/1/apply',
  ];
  for (const request of requests)
    it(`is refused by name: ${request}`, async () => {
      const answer = await root.ask(request, { dry_run: true });
      assert.deepEqual([answer.status, Object.keys(answer.body.fields as object)], [400, ['dry_run']]);
    });

  it('is left to clients of other bases', async () => {
    assert.equal((await root.ask(`DELETE /lin3/v1/paper/${await made()}`, { id: 1 })).status, 200);
    assert.equal((await root.ask(`DELETE /lin2/v1/paper/${await made()}`, { id: 1 })).status, 201);
  });

  it('may be missing from an object', async () => {
    assert.equal((await root.ask(`DELETE /v1/paper/${await made()}`, {})).status, 200);
  });
});

describe('a parameter that is given twice', () => {
  for (const request of [
    'GET /v1/paper?count=1&count=2',
    'GET /v1/paper?q=a&q=b',
    'GET /v1/paper?sort=id&sort=-id',
    'GET /v1/paper?filter[title][eq]=a&filter[title][eq]=b',
    `GET /v1/paper/${id}?fields=id&fields=title`,
    'GET /v1/changes?record=paper&record=diary',
    'GET /cms/log/search?keyword=a&keyword=b',
  ])
    it(`is refused: ${request}`, async () => assert.equal((await root.ask(request)).status, 400));
});

describe('a word that a parameter does not take', () => {
  for (const [request, name, allowed] of [
    ['GET /v1/paper?can=true', 'can', ['1']],
    ['GET /v1/paper/export?format=xml', 'format', ['csv', 'jsonl', 'json']],
    ['POST /v1/paper/import?format=tsv', 'format', ['csv', 'jsonl', 'json']],
  ] as const)
    it(`is refused with those: ${request}`, async () => {
      const { status, body } = await root.ask(request);
      const { message, ...problem } = (body.fields as Record<string, Record<string, unknown>>)[name] ?? {};
      assert.deepEqual([status, problem], [400, { code: 'notOneOf', allowed }]);
    });
});

describe('a whole number', () => {
  for (const query of [
    'page=1e3',
    'page=0x1',
    'count=1e1',
    'count=1.0',
    'count=+5',
    'count=%205',
    'as_of=0x1',
  ])
    it(`is written in digits, not ${query}`, async () => {
      const answer = await root.get(`/v1/paper?${query}`);
      assert.deepEqual(
        [answer.status, Object.keys(answer.body.fields as object)],
        [400, [query.split('=')[0]]],
      );
    });

  it('in digits is taken', async () => {
    for (const query of ['page=0&count=5', `as_of=${Date.now()}`])
      assert.equal((await root.get(`/v1/paper?${query}`)).status, 200, query);
    assert.equal((await root.get(`/v1/paper/${id}?as_of=1e13`)).status, 400);
  });
});
