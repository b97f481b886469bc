// No engine changes its result: the route and the caller decide the headers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
const open = await freshApp({ switchedOff: new Set(['BOOK_LOGIN_REQUIRED']) });
const directory = await freshApp({ scim: true });
const member = await app.person();
const directoryMember = await directory.person();
const id = await app.makeBook();
await open.makeBook();

const NOTHING = [undefined, false];
const STORED_NOWHERE = ['no-store', false];
const PRIVATE = ['private, no-cache', true];

describe('caches on the way', () => {
  const cases = [
    ['a sign-in', app.nobody, 'POST /cms/user/login', STORED_NOWHERE],
    ['a refused one', app.nobody, 'GET /cms/user/information', STORED_NOWHERE],
    ['somebody’s own data', member, 'GET /cms/user/information', STORED_NOWHERE],
    ['the same, asked for in another spelling', member, 'GET /%63ms/user/information', STORED_NOWHERE],
    ['the log', app.root, 'GET /cms/log', STORED_NOWHERE],
    ['what is not there', app.root, 'GET /cms/nothing', STORED_NOWHERE],
    ['what needs a login', member, 'GET /v1/book', PRIVATE],
    ['one record of it', member, `GET /v1/book/${id}`, PRIVATE],
    ['a write', app.root, `PUT /v1/book/${id}`, PRIVATE],
    ['a refused one of content', app.nobody, `GET /v1/book/${id}`, PRIVATE],
    ['what is open to everyone', open.nobody, 'GET /v1/book', [undefined, true]],
    ['the same with a token', open.root, 'GET /v1/book', PRIVATE],
    ['what belongs to nobody', app.nobody, 'GET /health/live', NOTHING],
    ['a path that is not there', app.nobody, 'GET /nothing', STORED_NOWHERE],
    ['a record that is not there', app.nobody, 'GET /v1/nothing', STORED_NOWHERE],
    ['a method that is not taken', app.nobody, 'DELETE /health/live', STORED_NOWHERE],
    ['a file that is not there', member, 'GET /assets/nothing.png', STORED_NOWHERE],
    ['a file without a path', app.nobody, 'GET /assets', STORED_NOWHERE],
  ] as const;
  for (const base of BASES)
    for (const [what, person, request, [control, varies]] of cases)
      it(`of ${what} on ${base || '/'}: ${control ?? 'as they like'}`, async () => {
        for (const turn of ['first', 'remembered']) {
          const { headers } = await person.ask(request.replace(' ', ` ${base}`));
          assert.equal(headers['cache-control'], control, turn);
          assert.equal(/authorization/i.test(String(headers.vary ?? '')), varies, turn);
        }
      });
  for (const [who, person] of Object.entries({ nobody: directory.nobody, a_member: directoryMember }))
    it(`of a directory that is refused (${who}): stored nowhere`, async () => {
      for (const request of [
        'GET /scim/v2/Users',
        'GET /scim/v2/Users/1',
        'GET /scim/v2/Nothing',
        'POST /scim/v2/Groups',
      ]) {
        const { status, headers } = await person.ask(request, {});
        assert.ok(status >= 400, request);
        assert.equal(headers['cache-control'], 'no-store', request);
      }
    });
  it('get 304, too', async () => {
    const { headers } = await member.get(`/v1/book/${id}`);
    const again = await member.get(`/v1/book/${id}`, { headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([again.status, again.headers['cache-control']], [304, 'private, no-cache']);
  });
});
