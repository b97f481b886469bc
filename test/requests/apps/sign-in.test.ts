import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fetchUserInfo, refreshTokenGrant, tokenIntrospection, tokenRevocation } from 'openid-client';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { appsOf } from '../../support/sign-in/apps.ts';

const app = await freshApp({ contentDir: 'test/content/library', provider: true });
const { register, signIn } = appsOf(app);

describe('a person signs in to an app', () => {
  let person: Person;
  before(async () => {
    person = await app.granted('agent.read', 'log.search');
  });
  it('with a code and PKCE, and is known by their account', async () => {
    const made = await register();
    const { config, tokens } = await signIn(made, person, { scope: 'openid profile' });
    const claims = tokens.claims();
    assert.equal(claims?.sub, String(person.id));
    assert.equal(claims?.iss, 'https://quire.test');
    const more = await fetchUserInfo(config, tokens.access_token, String(person.id));
    assert.equal(more.preferred_username, person.username);
    assert.equal(more.email, undefined);
  });
  it('reads what was asked for, and nothing else', async () => {
    const made = await register();
    const shop = await signIn(made, person, { scope: 'read:novel' });
    assert.equal((await shop.get('/api/v1/novel')).status, 200);
    assert.equal((await shop.get('/api/v1/author')).status, 403);
    assert.equal((await shop.get('/api/v1/agent')).status, 403);
    assert.equal((await shop.get('/api/cms/log/search')).status, 403);
    assert.equal((await shop.post('/api/v1/novel', { title: 'Amerika' })).status, 403);
  });
  it('refreshes, introspects and revokes', async () => {
    const made = await register({ is_confidential: true });
    const shop = await signIn(made, person, { scope: 'read:novel offline_access' });
    const again = await refreshTokenGrant(shop.config, shop.tokens.refresh_token ?? '');
    assert.equal((await app.as(again.access_token).get('/api/v1/novel')).status, 200);
    assert.equal((await tokenIntrospection(shop.config, again.access_token)).active, true);
    await tokenRevocation(shop.config, again.refresh_token ?? '');
    assert.equal((await app.as(again.access_token).get('/api/v1/novel')).status, 401);
  });
});
