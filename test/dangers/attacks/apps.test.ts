import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { authorizationCodeGrant, refreshTokenGrant } from 'openid-client';
import { openServer } from '../../../server/start.ts';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { appsOf, PLACE } from '../../support/sign-in/apps.ts';

const app = await freshApp({ contentDir: 'test/content/library', provider: true, instances: 2 });
const { register, configurationOf, begin, decide, signIn } = appsOf(app);
const ASKED = { scope: 'read:novel offline_access' };

describe('what ends the access of an app, at once and on all servers:', () => {
  type Signed = Awaited<ReturnType<typeof signIn>>;
  type Made = Awaited<ReturnType<typeof register>>;
  const ends: Readonly<Record<string, (person: Person, made: Made, shop: Signed) => Promise<unknown>>> = {
    'the person withdraws their consent': async (person) => {
      const { items } = await person.read<{ items: { id: number }[] }>('/api/cms/user/apps');
      assert.equal(items.length, 1);
      await person.done(`DELETE /api/cms/user/apps/${items[0]?.id}`);
    },
    'the person changes their password': (person) =>
      person.done('PUT /cms/user/change_password', {
        old_password: PASSWORD,
        new_password: 'another horse 2',
        confirm_password: 'another horse 2',
      }),
    'an administrator sets their password': (person) =>
      app.root.done(`PUT /cms/admin/user/${person.id}/password`, {
        new_password: 'another horse 2',
        confirm_password: 'another horse 2',
      }),
    'the person is deactivated': (person) => app.root.done(`DELETE /cms/admin/user/${person.id}/activation`),
    'the person is deleted': (person) => app.root.done(`DELETE /cms/admin/user/${person.id}`),
    'the app is disabled': (_, { id }) => app.root.done(`PATCH /api/cms/app/${id}`, { active: false }),
    'the app is deleted': (_, { id }) => app.root.done(`DELETE /api/cms/app/${id}`),
    'a refresh token is used twice': async (_, __, { config, tokens }) => {
      const first = tokens.refresh_token ?? '';
      await refreshTokenGrant(config, first);
      await assert.rejects(refreshTokenGrant(config, first));
    },
  };
  for (const [what, end] of Object.entries(ends))
    it(what, async () => {
      const person = await app.person();
      const made = await register();
      const shop = await signIn(made, person, ASKED);
      assert.equal((await shop.get('/api/v1/novel')).status, 200);
      assert.equal((await shop.get('/api/v1/novel')).status, 200);
      await end(person, made, shop);
      for (const _ of [1, 2]) assert.equal((await shop.get('/api/v1/novel')).status, 401);
      await assert.rejects(refreshTokenGrant(shop.config, shop.tokens.refresh_token ?? ''));
    });
});

it('apps are let in by no server that is no provider, whatever they were let do before', async () => {
  const shop = await signIn(await register(), await app.person(), ASKED);
  assert.equal((await shop.get('/api/v1/novel')).status, 200);
  const without = await openServer({ ...app.settings, ...{ provider: false } });
  const headers = { authorization: `Bearer ${shop.tokens.access_token}` };
  const { statusCode } = await without.app.inject({ url: '/api/v1/novel', headers });
  await without.close();
  assert.equal(statusCode, 401);
});

describe('apps of people who have not set up a required second factor in time', () => {
  const factorPolicy = { groups: new Set('*'), graceMs: 86_400_000, freshMs: 600_000 };
  it('are let in no longer, unless a trusted provider asked for one', async () => {
    const strict = await freshApp({ contentDir: 'test/content/library', provider: true, factorPolicy });
    const [person, other] = [await strict.person(), await strict.person()];
    const its = appsOf(strict);
    const made = await its.register();
    const [shop, elsewhere] = [await its.signIn(made, person, ASKED), await its.signIn(made, other, ASKED)];
    assert.equal((await shop.get('/api/v1/novel')).status, 200);
    await strict.behind('update quire_user set factor_due = 1 where id = ?', person.id);
    const refused = await shop.get<{ code: number }>('/api/v1/novel');
    assert.deepEqual([refused.status, refused.body.code], [403, 10303]);
    assert.equal((await elsewhere.get('/api/v1/novel')).status, 200);
    await strict.behind('update quire_api_key set by_provider = true where user_id = ?', person.id);
    assert.equal((await shop.get('/api/v1/novel')).status, 200);
  });
});

describe('an authorization', () => {
  let person: Person;
  let made: Awaited<ReturnType<typeof register>>;
  before(async () => {
    person = await app.person();
    made = await register();
  });
  const asked = (more: Readonly<Record<string, string>>) =>
    app.nobody.get(
      `/oauth/authorization?${new URLSearchParams({
        client_id: made.client_id,
        redirect_uri: PLACE,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        ...more,
      })}`,
    );

  const refused: readonly (readonly [what: string, more: Readonly<Record<string, string>>])[] = [
    ['another address', { redirect_uri: `${PLACE}/elsewhere` }],
    ['the address with a query', { redirect_uri: `${PLACE}?a=b` }],
    ['another app', { client_id: 'unknown' }],
    ['a name that no app can have', { client_id: 'un\u0000known' }],
  ];
  for (const [what, more] of refused)
    it(`goes nowhere for ${what}`, async () => {
      const { status, headers } = await asked(more);
      assert.equal(status, 400);
      assert.equal(headers.location, undefined);
    });
  const told: readonly (readonly [what: string, more: Readonly<Record<string, string>>])[] = [
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with a challenge that is no hash', { code_challenge_method: 'plain' }],
    ['of tokens at once', { response_type: 'token' }],
    ['of an ID token at once', { response_type: 'code id_token', nonce: 'n' }],
    ['for another server', { resource: 'https://other.test/mcp' }],
    ['without asking the person', { prompt: 'none' }],
  ];
  for (const [what, more] of told)
    it(`is refused ${what}, and says who refuses`, async () => {
      const { status, headers } = await asked(more);
      assert.equal(status, 303);
      const back = new URL(String(headers.location));
      const answer = new URLSearchParams(back.search || back.hash.slice(1));
      assert.equal(back.origin + back.pathname, PLACE);
      assert.ok(answer.get('error'));
      assert.equal(answer.get('code'), null);
      assert.equal(answer.get('iss'), 'https://quire.test');
    });

  it('is decided in the browser that began it alone', async () => {
    const { request, cookie } = await begin(await configurationOf(made), ASKED);
    assert.equal((await person.get(`${request}/wants`)).status, 404);
    assert.equal((await person.post(`${request}/decision`, { scopes: [] })).status, 404);
    const other = await begin(await configurationOf(made), ASKED);
    const headers = { cookie: other.cookie };
    assert.equal((await person.get(`${request}/wants`, { headers })).status, 404);
    assert.equal((await app.nobody.get(`${request}/wants`, { headers: { cookie } })).status, 401);
  });
  it('goes on in that browser alone', async () => {
    const begun = await begin(await configurationOf(made), ASKED);
    const headers = { cookie: begun.cookie };
    const { body } = await person.post<{ url: string }>(
      `${begun.request}/decision`,
      { scopes: [] },
      { headers },
    );
    const elsewhere = await app.nobody.get(new URL(body.url).pathname);
    assert.equal(elsewhere.status, 400);
  });
  it('gives no more than was asked for', async () => {
    const { request, cookie } = await begin(await configurationOf(made), ASKED);
    const { status } = await person.post(
      `${request}/decision`,
      { scopes: ['write'] },
      { headers: { cookie } },
    );
    assert.equal(status, 422);
  });
  it('is refused by a person who says no', async () => {
    const begun = await begin(await configurationOf(made), ASKED);
    const back = await decide(person, begun, null);
    assert.equal(back.searchParams.get('error'), 'access_denied');
  });
  it('gives a code that is used once: a second use ends what the first gave', async () => {
    const config = await configurationOf(made);
    const begun = await begin(config, ASKED);
    const back = await decide(person, begun, undefined);
    const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state };
    const tokens = await authorizationCodeGrant(config, back, checks);
    assert.equal((await app.as(tokens.access_token).get('/api/v1/novel')).status, 200);
    await assert.rejects(authorizationCodeGrant(config, back, checks));
    assert.equal((await app.as(tokens.access_token).get('/api/v1/novel')).status, 401);
  });
  it('gives a code that another app, or another verifier, cannot use', async () => {
    const other = await configurationOf(await register());
    const config = await configurationOf(made);
    const one = await begin(config, ASKED);
    const stolen = await decide(person, one, undefined);
    await assert.rejects(
      authorizationCodeGrant(other, stolen, { pkceCodeVerifier: one.verifier, expectedState: one.state }),
    );
    await assert.rejects(
      authorizationCodeGrant(config, stolen, { pkceCodeVerifier: 'y'.repeat(43), expectedState: one.state }),
    );
  });
  it('leaves nothing in the database that a thief could use', async () => {
    const { tokens } = await signIn(made, person, ASKED);
    const stored = JSON.stringify(
      await app.server.store.database.reads.all({ sql: 'select * from quire_app_token', parameters: [] }),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    for (const text of [tokens.access_token, tokens.refresh_token ?? 'none'])
      assert.ok(!stored.includes(text));
  });
});
