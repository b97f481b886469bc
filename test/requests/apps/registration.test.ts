import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { appsOf, PLACE } from '../../support/sign-in/apps.ts';

const open = await freshApp({
  contentDir: 'test/content/library',
  provider: true,
  providerRegistration: true,
});
const closed = await freshApp({ contentDir: 'test/content/library', provider: true });
const off = await freshApp({ contentDir: 'test/content/library' });
const METADATA = '/.well-known/oauth-authorization-server';
const AGENT = { client_name: 'Agent', redirect_uris: [PLACE], token_endpoint_auth_method: 'none' };

/** What the page shows of a request that leads to this place. */
async function wantsOf(client_id: string, place: string) {
  const begun = await open.nobody.get(
    `/oauth/authorization?${new URLSearchParams({
      client_id,
      redirect_uri: place,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })}`,
  );
  assert.equal(begun.status, 303, begun.text);
  const request = new URL(String(begun.headers.location)).pathname;
  const headers = { cookie: `quire_app_request=${request.split('/').at(-1)}` };
  const person = await open.person();
  const { body } = await person.get<{ app: { name: string; hosts: string[] } }>(`${request}/wants`, {
    headers,
  });
  return body;
}

describe('an app that registers itself', () => {
  it('asks people as others do, and writing is not suggested', async () => {
    const { registration_endpoint = '' } = await open.nobody.read<Record<string, string>>(METADATA);
    const made = await open.nobody.post<{ client_id: string }>(
      new URL(registration_endpoint).pathname,
      AGENT,
    );
    assert.equal(made.status, 201, made.text);
    const person = await open.person();
    const { configurationOf, begin, signIn } = appsOf(open);
    const client = { client_id: made.body.client_id, client_secret: null };
    const { request, cookie } = await begin(await configurationOf(client), { scope: 'write:novel' });
    const { app, wants } = (
      await person.get<{
        app: { name: string; is_dynamic: boolean; hosts: string[] };
        wants: { scope: string; isSuggested: boolean }[];
      }>(`${request}/wants`, { headers: { cookie } })
    ).body;
    assert.deepEqual(app, { name: 'Agent', is_dynamic: true, hosts: ['shop.test'] });
    const suggested = wants.flatMap(({ scope, isSuggested }) => (isSuggested ? scope : []));
    assert.deepEqual(suggested.sort(), ['offline_access', 'propose:novel']);
    const agent = await signIn(client, person, { scope: 'write:novel', grants: suggested });
    assert.equal((await agent.post('/api/v1/novel', { title: 'x' })).status, 403);
  });
  const refused: readonly (readonly [what: string, metadata: object])[] = [
    ['an address without https', { ...AGENT, redirect_uris: ['http://shop.test/back'] }],
    ['no address', { client_name: 'Agent' }],
    ['a blank in an address', { ...AGENT, redirect_uris: [`${PLACE}\n`] }],
    ['a flow without codes', { ...AGENT, grant_types: ['implicit'], response_types: ['token'] }],
  ];
  for (const [what, metadata] of refused)
    it(`is refused with ${what}`, async () => {
      const { status } = await open.nobody.post('/oauth/registration', metadata);
      assert.equal(status, 400);
    });
  const named: readonly (readonly [said: string, shown: string])[] = [
    ['\u3164', 'shop.test'],
    ['\u2764\ufe0f Agent', '\u2764 Agent'],
    ['Ag\u00adent\u202e\n2', 'Agent 2'],
  ];
  for (const [said, shown] of named)
    it(`is called ${shown} where it says ${JSON.stringify(said)}`, async () => {
      const made = await open.nobody.post<{ client_id: string }>('/oauth/registration', {
        ...AGENT,
        client_name: said,
      });
      assert.equal(made.status, 201, made.text);
      const { app } = await wantsOf(made.body.client_id, PLACE);
      assert.equal(app.name, shown);
    });
  it('is shown by its scheme, not by a host that its scheme makes up', async () => {
    const place = 'org.example.tool://shop.test/signed-in';
    const made = await open.nobody.post<{ client_id: string }>('/oauth/registration', {
      ...AGENT,
      redirect_uris: [place],
      application_type: 'native',
    });
    const { app } = await wantsOf(made.body.client_id, place);
    assert.deepEqual(app.hosts, ['org.example.tool:']);
  });
  it('is refused where the setting does not allow it', async () => {
    assert.equal(
      ((await closed.nobody.read<object>(METADATA)) as Record<string, string>).registration_endpoint,
      undefined,
    );
    assert.equal((await closed.nobody.post('/oauth/registration', AGENT)).status, 404);
  });
});

describe('what is published', () => {
  it('names no collection and no permission', async () => {
    for (const path of [
      METADATA,
      '/.well-known/openid-configuration',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const { text, status } = await open.nobody.get(path);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /novel|diary|log\.search/);
    }
  });
  it('is nothing where there is no provider', async () => {
    for (const path of [METADATA, '/oauth/authorization', '/cms/user/apps'])
      assert.equal((await off.root.get(path)).status, 404);
  });
});

describe('apps that administrators register', () => {
  const bodies: readonly (readonly [what: string, body: object, status: number])[] = [
    ['a page by https', { name: 'Shop', redirect_uris: [PLACE] }, 201],
    ['this machine', { name: 'Tool', redirect_uris: ['http://127.0.0.1/back'] }, 201],
    ['a scheme of its own', { name: 'Phone', redirect_uris: ['org.example.app:/back'] }, 201],
    ['a page by http', { name: 'Shop', redirect_uris: ['http://shop.test/back'] }, 422],
    ['a fragment', { name: 'Shop', redirect_uris: [`${PLACE}#part`] }, 422],
    ['a blank', { name: 'Shop', redirect_uris: ['https://shop.test/signed\tin'] }, 422],
    [
      'a slash that some take for the end of the host',
      { name: 'Shop', redirect_uris: ['https://shop.test\\@x'] },
      422,
    ],
    ['a script', { name: 'Shop', redirect_uris: ['javascript:alert(1)'] }, 422],
    ['no address', { name: 'Shop', redirect_uris: [] }, 422],
    ['an unknown property', { name: 'Shop', redirect_uris: [PLACE], scope: 'write' }, 422],
  ];
  for (const [what, body, status] of bodies)
    it(`${status < 300 ? 'may' : 'may not'} have ${what}`, async () => {
      assert.equal((await closed.root.post('/api/cms/app', body)).status, status);
    });
  it('are managed by those with the permission alone', async () => {
    const manager = await closed.granted('app.manage');
    const other = await closed.granted('log.search');
    const { id } = await manager.done<{ id: number }>('POST /api/cms/app', {
      name: 'Shop',
      redirect_uris: [PLACE],
    });
    for (const request of ['GET /api/cms/app', `PATCH /api/cms/app/${id}`, `DELETE /api/cms/app/${id}`])
      assert.equal(
        (await other.ask(request, request.startsWith('PATCH') ? { active: false } : undefined)).status,
        403,
      );
    const { text } = await manager.get('/api/cms/app');
    assert.doesNotMatch(text, /secret_hash|client_secret/);
  });
});
