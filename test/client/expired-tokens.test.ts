// No engine changes its result: the client decides when it refreshes tokens.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Tokens } from '../../server/client/runtime/connection.ts';
import { claimsOf, PASSWORD } from '../support/fresh-app.ts';
import { type Client, callOf, openLibrary } from '../support/library-client.ts';

const { app, base, Quire } = await openLibrary();

/** A place for tokens that can be looked into. */
function tokenStore() {
  const store = {
    tokens: undefined as Tokens | undefined,
    get: () => store.tokens,
    set(given: Tokens | undefined) {
      store.tokens = given;
    },
    /** Lets the access token have expired long ago. */
    expire() {
      const { access = '', refresh = '' } = store.tokens ?? {};
      const claims = { ...claimsOf(access), exp: 1 };
      const signed = `${access.split('.')[0]}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = createHmac('sha256', app.secret).update(signed).digest('base64url');
      store.tokens = { refresh, access: `${signed}.${signature}` };
    },
  };
  return store;
}

const sent: string[] = [];
const counted = async (url: string, init: RequestInit) => {
  sent.push(new URL(url).pathname);
  return fetch(url, init);
};

describe('an access token that has expired', () => {
  const refreshes = () => sent.filter((path) => path === '/api/cms/user/refresh').length;

  it('is refreshed once for all requests that wait, and none of them fails', async () => {
    const store = tokenStore();
    const one = new Quire({ base, tokens: store, fetch: counted });
    await one.signIn('root', PASSWORD);
    for (let round = 1; round <= 3; round += 1) {
      store.expire();
      const pages = await Promise.all(Array.from({ length: 20 }, () => callOf(one)('novel', 'list')));
      assert.equal(pages.length, 20);
      assert.equal(refreshes(), round);
    }
  });

  it('is not refreshed where another client that shares the tokens has done so', async () => {
    const store = tokenStore();
    const [one, other] = [1, 2].map(() => new Quire({ base, tokens: store, fetch: counted })) as [
      Client,
      Client,
    ];
    await one.signIn('root', PASSWORD);
    store.expire();
    const count = refreshes();
    await callOf(one)('novel', 'list');
    await callOf(other)('novel', 'list');
    assert.equal(refreshes(), count + 1);
  });

  it('ends the connection where the session has ended too', async () => {
    const store = tokenStore();
    const one = new Quire({ base, tokens: store });
    await one.signIn('root', PASSWORD);
    const kept = store.tokens;
    await one.signOut();
    assert.equal(store.tokens, undefined);
    await assert.rejects(callOf(one)('novel', 'list'), { status: 401, code: 10000 });
    store.set(kept);
    store.expire();
    await assert.rejects(callOf(one)('novel', 'list'), { status: 401, code: 10100 });
    assert.equal(store.tokens, undefined);
  });

  it('ends the connection where the session has ended while the token still holds', async () => {
    const store = tokenStore();
    const one = new Quire({ base, tokens: store });
    await one.signIn('root', PASSWORD);
    const kept = store.tokens;
    await one.signOut();
    store.set(kept);
    await assert.rejects(callOf(one)('novel', 'list'), { status: 401, code: 10100 });
    assert.equal(store.tokens, undefined);
  });
});
