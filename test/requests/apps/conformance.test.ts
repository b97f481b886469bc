// No engine changes its result: the ways of an app are tested on every engine.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
} from 'openid-client';
import type { Answer } from '../../support/client.ts';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { appsOf, PLACE } from '../../support/sign-in/apps.ts';

// What the plans of the OpenID Foundation ask of a provider, under the names of their modules. Each begins as a relying party
// would, by a client library that knows nothing of this server. All of them send PKCE, as OAuth 2.1 asks.

const ISSUER = 'https://quire.test';
const app = await freshApp({
  contentDir: 'test/content/library',
  ...{ provider: true, providerRegistration: true },
});
const { register, configurationOf, decide } = appsOf(app);
const people: Person[] = [];
let made: Awaited<ReturnType<typeof register>>;
let config: Configuration;
let other: Configuration;

before(async () => {
  for (const name of ['first', 'second']) {
    const person = await app.person();
    await app.behind(
      'update quire_user set email = ?, email_standing = ? where id = ?',
      ...[`${name}@quire.test`, 'verified', person.id],
    );
    people.push(person);
  }
  made = await register({ is_confidential: true });
  config = await configurationOf(made);
  other = await configurationOf(await register({ name: 'Other', is_confidential: true }));
});

type Params = Readonly<Record<string, string>>;
const person = (index = 0) => people[index] ?? assert.fail();

/** A request at the authorization endpoint, as a browser sends it. */
async function asked(params: Params, method: 'GET' | 'POST' = 'GET', by = config, address?: string) {
  const checks = { verifier: randomPKCECodeVerifier(), state: randomState(), nonce: randomNonce() };
  const all: Record<string, string> = {
    ...{ redirect_uri: PLACE, scope: 'openid', state: checks.state, nonce: checks.nonce },
    ...{ code_challenge: await calculatePKCECodeChallenge(checks.verifier), code_challenge_method: 'S256' },
    ...params,
  };
  const url = buildAuthorizationUrl(by, all);
  for (const [name, value] of Object.entries(params)) if (value === '') url.searchParams.delete(name);
  const path = url.pathname;
  const answer =
    method === 'GET'
      ? await app.nobody.get(`${path}${url.search}`, address === undefined ? {} : { address })
      : await app.request('POST', path, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: Buffer.from(url.searchParams.toString()),
        });
  return { ...checks, answer };
}
type Asked = Awaited<ReturnType<typeof asked>>;

/** What a request that asks a person needs to go on. */
function visitOf({ answer }: Asked) {
  assert.equal(answer.status, 303, answer.text);
  const cookie = [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
  return { cookie, request: new URL(String(answer.headers.location)).pathname };
}

/** Where the browser of a person who agrees is sent. */
const agreed = (begun: Asked, by: Person = person()) => decide(by, visitOf(begun), undefined);

const publishedKeys = async () =>
  JSON.parse((await app.nobody.get('/oauth/keys')).text) as { keys: Record<string, unknown>[] };

/** Signs a person in, and checks the ID token by the published keys. */
async function signIn(
  params: Params = {},
  { by = person(), method = 'GET' as 'GET' | 'POST', at = config } = {},
) {
  const begun = await asked(params, method, at);
  const back = await agreed(begun, by);
  const tokens = await authorizationCodeGrant(at, back, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    ...(params.nonce !== '' && { expectedNonce: begun.nonce }),
    idTokenExpected: true,
  });
  const keys = await publishedKeys();
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? '', createLocalJWKSet(keys), {
    issuer: ISSUER,
    audience: at.clientMetadata().client_id,
  });
  assert.match(protectedHeader.alg, /^(RS|ES|PS)256$/);
  assert.equal(payload.sub, String(by.id));
  return { begun, back, tokens, claims: payload };
}

/** The page by which a browser posts an answer to the app: it may run its script, and post there alone. */
function requirePosted({
  status,
  headers,
  text,
}: Pick<Answer<unknown>, 'status' | 'headers' | 'text'>): void {
  assert.match(String(headers['content-type']), /^text\/html/, text);
  assert.ok(status < 500, text);
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  assert.deepEqual(String(headers['content-security-policy']).split('; '), [
    ...["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"],
    ...[`script-src 'sha256-${hash}'`, `form-action ${new URL(PLACE).origin}`],
  ]);
}

/** The error with which the browser of a refused request is sent back to the app. */
function errorAt({ answer }: Asked): string | null {
  assert.equal(answer.status, 303, answer.text);
  const back = new URL(String(answer.headers.location));
  assert.equal(back.origin + back.pathname, PLACE);
  return (back.hash === '' ? back.searchParams : new URLSearchParams(back.hash.slice(1))).get('error');
}

/** A refusal that is shown and sent to no app. */
function requireShown({ status, headers, text }: Answer<unknown>): void {
  assert.equal(status, 400, text);
  assert.equal(headers.location, undefined);
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const userinfo = (method: 'GET' | 'POST', headers: Record<string, string>, body?: string) =>
  app.request(method, '/oauth/userinfo', { headers, ...(body !== undefined && { body: Buffer.from(body) }) });
const token = (values: Params) =>
  app.request('POST', '/oauth/token', {
    headers: form,
    body: Buffer.from(new URLSearchParams(values).toString()),
  });

/** The claims about a person that userinfo tells within a scope. */
async function told(scope: string): Promise<string[]> {
  const { tokens } = await signIn({ scope });
  const claims = await fetchUserInfo(config, tokens.access_token, String(person().id));
  return Object.keys(claims).sort();
}

const PROFILE = ['name', 'preferred_username', 'sub'];
const EMAIL = ['email', 'email_verified'];

/** A request whose parameter changes nothing about a sign-in. */
const succeedsWith = (params: Params) => async () => {
  await signIn(params);
};

/** Who proved long ago who they are is asked for a new proof, and goes on with it. */
async function provesAnew(params: Params): Promise<void> {
  const by = person();
  await app.behind(
    'update quire_session set proved_time = ?, create_time = ? where user_id = ?',
    ...[Date.now() - 60_000, Date.now() - 60_000, by.id],
  );
  const begun = await asked(params);
  const visit = visitOf(begun);
  const headers = { cookie: visit.cookie };
  const refused = await by.post(`${visit.request}/decision`, { scopes: ['openid'] }, { headers });
  assert.deepEqual(
    [refused.status, refused.body.code ?? refused.body.error_code],
    [403, 10302],
    refused.text,
  );
  await by.done('POST /cms/user/reauthentication', { password: PASSWORD });
  const back = await agreed(begun, by);
  const tokens = await authorizationCodeGrant(config, back, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
  });
  const { auth_time = 0 } = tokens.claims() ?? {};
  if ('max_age' in params) assert.ok(Number(auth_time) * 1000 > Date.now() - 30_000, String(auth_time));
}

/** oidcc-basic-certification-test-plan and oidcc-config-certification-test-plan. */
const BASIC: Readonly<Record<string, () => Promise<void>>> = {
  'oidcc-discovery-endpoint-verification': async () => {
    const { body } = await app.nobody.get<Record<string, unknown>>('/.well-known/openid-configuration');
    assert.equal(body.issuer, ISSUER);
    assert.deepEqual(body.response_types_supported, ['code']);
    assert.deepEqual(body.subject_types_supported, ['public']);
    assert.ok((body.id_token_signing_alg_values_supported as string[]).length > 0);
    assert.ok((body.scopes_supported as string[]).includes('openid'));
    for (const name of ['authorization', 'token', 'userinfo'])
      assert.match(String(body[`${name}_endpoint`]), /^https:\/\/quire\.test\//);
    assert.ok((body.claims_supported as string[]).includes('sub'));
    const { keys } = await publishedKeys();
    assert.ok(keys.length > 0);
    for (const key of keys) {
      for (const secret of ['d', 'p', 'q', 'k']) assert.equal(key[secret], undefined);
      assert.ok(key.kid);
    }
  },
  'oidcc-server': async () => {
    const { claims, back } = await signIn();
    assert.ok(Number(claims.exp) > Number(claims.iat));
    assert.equal(back.searchParams.get('iss'), ISSUER);
  },
  'oidcc-response-type-missing': async () => {
    assert.equal(errorAt(await asked({ response_type: '' })), 'invalid_request');
  },
  'oidcc-userinfo-get': async () => {
    const { tokens } = await signIn();
    const { status, body } = await userinfo('GET', { authorization: `Bearer ${tokens.access_token}` });
    assert.deepEqual([status, body], [200, { sub: String(person().id) }]);
  },
  'oidcc-userinfo-post-header': async () => {
    const { tokens } = await signIn();
    const { status, text } = await userinfo('POST', { authorization: `Bearer ${tokens.access_token}` });
    assert.deepEqual([status, JSON.parse(text)], [200, { sub: String(person().id) }]);
  },
  'oidcc-userinfo-post-body': async () => {
    const { tokens } = await signIn();
    const { status, text } = await userinfo('POST', form, `access_token=${tokens.access_token}`);
    assert.deepEqual([status, JSON.parse(text)], [200, { sub: String(person().id) }]);
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () => {
    assert.equal((await signIn({ nonce: '' })).claims.nonce, undefined);
  },
  'oidcc-nonce-code': async () => {
    const { begun, claims } = await signIn();
    assert.equal(claims.nonce, begun.nonce);
  },
  'oidcc-scope-profile': async () => assert.deepEqual(await told('openid profile'), PROFILE),
  'oidcc-scope-email': async () => assert.deepEqual(await told('openid email'), [...EMAIL, 'sub']),
  'oidcc-scope-address': async () => assert.deepEqual(await told('openid address'), ['sub']),
  'oidcc-scope-phone': async () => assert.deepEqual(await told('openid phone'), ['sub']),
  'oidcc-scope-all': async () =>
    assert.deepEqual(await told('openid profile email address phone'), [...EMAIL, ...PROFILE]),
  'oidcc-ensure-other-scope-order-succeeds': async () =>
    assert.deepEqual(await told('email openid'), [...EMAIL, 'sub']),
  'oidcc-display-page': succeedsWith({ display: 'page' }),
  'oidcc-display-popup': succeedsWith({ display: 'popup' }),
  'oidcc-prompt-login': () => provesAnew({ prompt: 'login' }),
  'oidcc-prompt-none-not-logged-in': async () => {
    assert.equal(errorAt(await asked({ prompt: 'none' })), 'login_required');
  },
  'oidcc-response-mode-form-post': async () => {
    const visit = visitOf(await asked({ response_mode: 'form_post' }, 'GET', config, '10.9.8.7'));
    const headers = { cookie: visit.cookie };
    const { url } = (
      await person().post<{ url: string }>(`${visit.request}/decision`, { scopes: ['openid'] }, { headers })
    ).body;
    const page = await app.nobody.get(url.slice(ISSUER.length), { headers });
    requirePosted(page);
    assert.match(page.text, /name="code"/);
    const script = '"><script>alert(1)</script>';
    const { pathname } = new URL(config.serverMetadata().authorization_endpoint ?? '');
    const asks = new URLSearchParams({
      client_id: made.client_id,
      redirect_uri: PLACE,
      response_type: 'token',
    });
    for (const [name, value] of Object.entries({ response_mode: 'form_post', state: script }))
      asks.set(name, value);
    const refused = await app.nobody.get(`${pathname}?${asks}`, { address: '10.9.8.7' });
    requirePosted(refused);
    assert.doesNotMatch(refused.text, /alert\(1\)<\/script>/);
  },
  'oidcc-max-age-1': () => provesAnew({ max_age: '1' }),
  'oidcc-max-age-10000': async () => {
    const [one, two] = [await signIn({ max_age: '10000' }), await signIn({ max_age: '10000' })];
    assert.ok(one.claims.auth_time);
    assert.equal(two.claims.auth_time, one.claims.auth_time); // the person was not asked again
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': succeedsWith({ extra: 'foobar' }),
  'oidcc-login-hint': succeedsWith({ login_hint: 'buffy@example.com' }),
  'oidcc-ui-locales': succeedsWith({ ui_locales: 'se' }),
  'oidcc-claims-locales': succeedsWith({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': succeedsWith({ acr_values: '1 2' }),
  'oidcc-codereuse': async () => {
    const { begun, back, tokens } = await signIn();
    const values = {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
    };
    await assert.rejects(authorizationCodeGrant(config, back, values), { error: 'invalid_grant' });
    const bearer = { authorization: `Bearer ${tokens.access_token}` };
    assert.equal((await userinfo('GET', bearer)).status, 401);
  },
  'oidcc-ensure-registered-redirect-uri': async () => {
    for (const redirect_uri of ['https://shop.test/other', `${PLACE}/`, `${PLACE}?x=1`, 'https://evil.test/'])
      requireShown((await asked({ redirect_uri })).answer);
  },
  'oidcc-ensure-post-request-succeeds': async () => {
    await signIn({}, { method: 'POST' });
    await signIn({ scope: 'openid profile', extra: 'foobar' }, { method: 'POST', by: person(1) });
  },
  'oidcc-server-client-secret-post': async () => {
    const { body: posts } = await app.nobody.post<{ client_id: string; client_secret: string }>(
      '/oauth/registration',
      { redirect_uris: [PLACE], token_endpoint_auth_method: 'client_secret_post', client_name: 'Posts' },
    );
    const begun = await asked({ client_id: posts.client_id });
    const back = await agreed(begun);
    const sent = {
      ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' },
      ...{ redirect_uri: PLACE, code_verifier: begun.verifier, client_id: posts.client_id },
    };
    assert.equal((await token({ ...sent, client_secret: 'wrong' })).status, 401);
    assert.equal((await token({ ...sent, client_secret: posts.client_secret })).status, 200);
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
    const request = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    assert.equal(errorAt(await asked({ request })), 'request_not_supported');
  },
  'oidcc-ensure-request-object-with-redirect-uri': async () => {
    const claims = Buffer.from('{"redirect_uri":"https://evil.test/"}').toString('base64url');
    const request = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    assert.equal(errorAt(await asked({ request })), 'request_not_supported');
  },
  'oidcc-refresh-token': async () => {
    const { tokens, claims } = await signIn({ scope: 'openid offline_access', prompt: 'consent' });
    const again = await refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.notEqual(again.refresh_token, tokens.refresh_token);
    assert.equal(again.claims()?.sub, claims.sub);
    assert.equal((await userinfo('GET', { authorization: `Bearer ${again.access_token}` })).status, 200);
    const stranger = await signIn({ scope: 'openid offline_access', prompt: 'consent' });
    await assert.rejects(refreshTokenGrant(other, stranger.tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': succeedsWith({}),
};

/** What OAuth 2.1 adds, by its sections. */
const OAUTH: Readonly<Record<string, () => Promise<void>>> = {
  '2.3.1 a redirect URI of this machine may have any port': async () => {
    const native = await configurationOf(await register({ redirect_uris: ['http://127.0.0.1/back'] }));
    for (const port of [49152, 65535]) {
      const { answer } = await asked({ redirect_uri: `http://127.0.0.1:${port}/back` }, 'GET', native);
      assert.equal(answer.status, 303, answer.text);
      assert.match(String(answer.headers.location), /\/api\/oauth\/request\//);
    }
    requireShown((await asked({ redirect_uri: 'http://127.0.0.1:49152/other' }, 'GET', native)).answer);
  },
  '4.1.1 a request without a code challenge, or with a plain one, is refused': async () => {
    assert.equal(errorAt(await asked({ code_challenge: '', code_challenge_method: '' })), 'invalid_request');
    assert.equal(errorAt(await asked({ code_challenge_method: 'plain' })), 'invalid_request');
  },
  '4.1.2 an unknown app is shown the refusal, and not sent anywhere': async () => {
    for (const client_id of ['nobody', '']) requireShown((await asked({ client_id })).answer);
  },
  '4.1.3 a code needs its verifier, its address and its app': async () => {
    const cases: readonly [string, Params][] = [
      ['wrong verifier', { code_verifier: randomPKCECodeVerifier() }],
      ['no verifier', { code_verifier: '' }],
      ['other address', { redirect_uri: 'https://shop.test/other' }],
    ];
    for (const [what, wrong] of cases) {
      const begun = await asked({});
      const back = await agreed(begun);
      const values: Record<string, string> = {
        ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' },
        ...{ redirect_uri: PLACE, code_verifier: begun.verifier, ...wrong },
      };
      const sent = Object.entries(values).filter(([, value]) => value !== '');
      const basic = Buffer.from(`${made.client_id}:${made.client_secret}`).toString('base64');
      const { status, body } = await app.request<{ error: string }>('POST', '/oauth/token', {
        headers: { ...form, authorization: `Basic ${basic}` },
        body: Buffer.from(new URLSearchParams(sent).toString()),
      });
      assert.deepEqual([what, status, body.error], [what, 400, 'invalid_grant']);
    }
    const begun = await asked({});
    const back = await agreed(begun);
    const values = {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
    };
    await assert.rejects(authorizationCodeGrant(other, back, values), { error: 'invalid_grant' });
  },
  '4.3 a refresh token is used once': async () => {
    const { tokens } = await signIn({ scope: 'openid offline_access', prompt: 'consent' });
    const again = await refreshTokenGrant(config, tokens.refresh_token ?? '');
    await assert.rejects(refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' });
    await assert.rejects(refreshTokenGrant(config, again.refresh_token ?? ''), { error: 'invalid_grant' });
  },
  '5.1 a bearer token in an address is refused': async () => {
    const { tokens } = await signIn();
    const { status } = await app.nobody.get(`/oauth/userinfo?access_token=${tokens.access_token}`);
    assert.ok([400, 401].includes(status));
  },
  '10.1 implicit, hybrid and password grants are not there': async () => {
    for (const response_type of ['token', 'id_token', 'code id_token', 'id_token token'])
      assert.equal(errorAt(await asked({ response_type })), 'unsupported_response_type');
    const { body } = await token({ grant_type: 'password', username: 'root', password: PASSWORD });
    assert.match(String(body.error), /^(unsupported_grant_type|invalid_client|invalid_request)$/);
  },
  'RFC 9207 every answer names the issuer, refusals too': async () => {
    const { answer } = await asked({ prompt: 'none' });
    assert.equal(new URL(String(answer.headers.location)).searchParams.get('iss'), ISSUER);
  },
};

describe('the modules of the Basic OP and Config OP plans', () => {
  for (const [name, run] of Object.entries(BASIC)) it(name, run);

  it('oidcc-id-token-hint of another person gives no code', async () => {
    const { tokens } = await signIn({}, { by: person(1) });
    const begun = await asked({ id_token_hint: tokens.id_token ?? '' });
    const back = await agreed(begun, person(0));
    assert.equal(back.searchParams.get('code'), null);
    assert.equal(back.searchParams.get('error'), 'login_required');
    await signIn({ id_token_hint: tokens.id_token ?? '' }, { by: person(1) });
  });
});

describe('what OAuth 2.1 asks', () => {
  for (const [name, run] of Object.entries(OAUTH)) it(name, run);
});
