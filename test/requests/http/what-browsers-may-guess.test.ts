// No engine changes its result: headers and types of bodies are decided by the server alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
const book = await app.makeBook({ title: '<img src=x onerror=alert(1)>' });

describe('no browser guesses what an answer is:', () => {
  const answers: Readonly<Record<string, readonly [request: string, status: number]>> = {
    'a record': [`GET /v1/book/${book}`, 200],
    'a list': ['GET /v1/book', 200],
    'an export': ['GET /v1/book/export?format=csv', 200],
    'a refusal': ['GET /cms/log', 401],
    'a missing path': ['GET /nothing/<script>', 404],
    'a wrong method': ['DELETE /v1/book', 405],
    'a bad id': ['GET /v1/book/<script>', 400],
    'a file that is not there': ['GET /assets/<script>.html', 404],
    'a preflight': ['OPTIONS /v1/book', 405],
    health: ['GET /health', 200],
    'the description': ['GET /openapi.json', 200],
    'the page of the API': ['GET /docs', 200],
    'the greeting': ['GET /', 200],
  };
  for (const [what, [request, status]] of Object.entries(answers))
    it(what, async () => {
      const person = status === 401 ? app.nobody : app.root;
      const { headers, status: told, text } = await person.ask(request);
      assert.equal(told, status, text);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      const isText = /json|csv|html/.test(String(headers['content-type']));
      if (isText) assert.match(String(headers['content-type']), /charset=utf-8/);
    });
});

describe('a page elsewhere, which sends without a preflight, writes nothing by', () => {
  const title = 'sent from elsewhere';
  const bodies: Readonly<Record<string, string>> = {
    'text/plain': JSON.stringify({ title }),
    'text/plain;charset=UTF-8': JSON.stringify({ title }),
    'application/x-www-form-urlencoded': `title=${title}`,
    'multipart/form-data; boundary=x': `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\n${title}\r\n--x--\r\n`,
  };
  for (const base of BASES)
    for (const [type, body] of Object.entries(bodies))
      it(`${type} on '${base}'`, async () => {
        for (const path of ['/v1/book', '/cms/user/login']) {
          const headers = { 'content-type': type, authorization: `Bearer ${app.root.access}` };
          const { status } = await app.request('POST', `${base}${path}`, { body, headers });
          assert.ok([400, 415].includes(status), String(status));
        }
        const { total } = await app.root.read<{ total: number }>(
          `/v1/book?filter[title][eq]=${title}&total=true`,
        );
        assert.equal(total, 0);
      });
});
