import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { freshApp } from '../../support/fresh-app.ts';
import { type Answering, type Claims, falseProvider } from '../../support/outside/false-provider.ts';
import { browser, cookieOf, PAGE, proof, providerSettings } from '../../support/sign-in/through-provider.ts';

const provider = await falseProvider();
const other = await falseProvider();
const app = await freshApp({
  language: 'en',
  logLevel: 'silent',
  oidcReturnUrls: [PAGE],
  oidcProviders: [
    providerSettings('false', provider.issuer, { createsUsers: true }),
    providerSettings('other', other.issuer, { createsUsers: true }),
  ],
});

const INVALID = [403, 10292];
const REFUSED = [403, 10291];
const text64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
let networks = 0;
const network = () => `10.9.${Math.floor(++networks / 250)}.${networks % 250}`;

interface Begun {
  readonly way: ReturnType<typeof browser>;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

async function begin(name = 'false'): Promise<Begun> {
  const way = browser(app);
  const { verifier, challenge } = proof();
  const query = new URLSearchParams({ return_to: PAGE, code_challenge: challenge });
  const begun = await way.here(`/cms/oidc/${name}/start?${query}`);
  const { searchParams } = new URL(String(begun.headers.location));
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  return { way, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '', verifier };
}

/** Comes back from the provider with these parameters, and answers what came back: a code, or a refusal. */
async function comeBack({ way, state }: Begun, changes: Record<string, string> = {}, name = 'false') {
  const given = { code: 'c', state, iss: provider.issuer, ...changes };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  const answer = await app.nobody.get(`/cms/oidc/${name}/callback?${query}`, {
    headers: cookieOf(way.own),
    address: network(),
  });
  const back = URL.parse(String(answer.headers.location));
  return { answer, code: back?.searchParams.get('code') ?? '' };
}

async function handIn(code: string, code_verifier: string): Promise<unknown[]> {
  const answer = await app.nobody.post('/cms/oidc/session', { code, code_verifier }, { address: network() });
  return [answer.status, answer.body.error_code];
}

/** What becomes of a sign-in for which the provider issues this token. */
async function outcomeOf(token: (begun: Begun) => Promise<string>, changes: Record<string, string> = {}) {
  const begun = await begin();
  provider.state.idToken = await token(begun);
  provider.state.userinfo = { sub: 'somebody' };
  const { code } = await comeBack(begun, changes);
  return handIn(code, begun.verifier);
}
const good = ({ nonce }: Begun, claims: Claims = {}) => provider.sign({ sub: 'somebody', nonce, ...claims });

describe('the return from a provider', () => {
  it('counts once, with everything right', async () => {
    assert.deepEqual(await outcomeOf(good), [200, undefined]);
  });
  it('counts once where its state comes back again', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const first = await comeBack(begun);
    const second = await comeBack(begun);
    assert.deepEqual([second.answer.status, second.answer.body.error_code], INVALID);
    assert.deepEqual(await handIn(first.code, begun.verifier), [200, undefined]);
    assert.deepEqual(await handIn(first.code, begun.verifier), INVALID);
  });
  it('counts once where it comes many times at the same moment', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const all = await Promise.all(Array.from({ length: 20 }, () => comeBack(begun)));
    const codes = all.flatMap(({ code }) => code || []);
    assert.equal(codes.length, 1);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => handIn(codes[0] ?? '', begun.verifier)),
    );
    assert.equal(outcomes.filter(([status]) => status === 200).length, 1);
  });
  it('counts for minutes', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const { code } = await comeBack(begun);
    const [row] = await app.database.look('select max(expire_time) as time from quire_sign_in_attempt');
    assert.ok(Number(row?.time) <= Date.now() + 600_000);
    await app.behind('update quire_sign_in_attempt set expire_time = 1');
    assert.deepEqual(await handIn(code, begun.verifier), INVALID);
  });
  it('counts only in the browser that began', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    for (const way of [browser(app), (await begin()).way]) {
      const { answer } = await comeBack({ ...begun, way });
      assert.deepEqual([answer.status, answer.body.error_code], INVALID);
    }
  });
  it('counts only for the client that began', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const { code } = await comeBack(begun);
    assert.deepEqual(await handIn(code, proof().verifier), INVALID);
    const withCookie = await app.nobody.post(
      '/cms/oidc/console-session',
      { code },
      {
        headers: {
          ...cookieOf(begun.way.own),
          origin: 'https://quire.test',
          host: 'quire.test',
          'x-quire-console': 'new',
        },
      },
    );
    assert.equal(withCookie.status, 403);
  });
  it('counts for no other provider', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const { answer } = await comeBack(begun, {}, 'other');
    assert.deepEqual([answer.status, answer.body.error_code], INVALID);
  });
  it('is not for linking, nor linking for it', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun, { sub: 'for linking' });
    provider.state.userinfo = { sub: 'for linking' };
    const { code } = await comeBack(begun);
    const person = await app.person();
    const body = { code, code_verifier: begun.verifier };
    assert.deepEqual(await person.outcome('POST /cms/oidc/identities', body), INVALID);
  });
  it('must name the provider that was asked', async () => {
    for (const iss of [other.issuer, '']) assert.deepEqual(await outcomeOf(good, { iss }), REFUSED);
  });
  it('is refused without a code, and with the provider’s refusal', async () => {
    assert.deepEqual(await outcomeOf(good, { code: '' }), REFUSED);
    assert.deepEqual(await outcomeOf(good, { error: 'access_denied' }), REFUSED);
  });
  it('with cookies that were changed or are somebody’s own invention is refused', async () => {
    const begun = await begin();
    for (const value of ['', 'x', 'A'.repeat(200)]) {
      for (const name of begun.way.own.keys()) begun.way.own.set(name, value);
      const { answer } = await comeBack(begun);
      assert.deepEqual([answer.status, answer.body.error_code], INVALID);
    }
  });
});

describe('an ID token', () => {
  const now = Math.floor(Date.now() / 1000);
  const wrong: Readonly<Record<string, (begun: Begun) => Promise<string>>> = {
    'with another nonce': () => provider.sign({ sub: 'somebody', nonce: 'x' }),
    'without a nonce': () => provider.sign({ sub: 'somebody' }),
    'for another client': (begun) => good(begun, { aud: 'another' }),
    'for several clients without its own party': (begun) => good(begun, { aud: ['false', 'x'], azp: 'x' }),
    'of another issuer': (begun) => good(begun, { iss: other.issuer }),
    'that has expired': (begun) => good(begun, { exp: now - 60, iat: now - 120 }),
    'without an end': (begun) => good(begun, { exp: undefined }),
    'of the future': (begun) => good(begun, { nbf: now + 3600 }),
    'without a subject': (begun) => good(begun, { sub: undefined }),
    'with an empty subject': (begun) => good(begun, { sub: '' }),
    'with a huge subject': (begun) => good(begun, { sub: 'x'.repeat(300) }),
    'with a subject that is no text': (begun) => good(begun, { sub: { a: 1 } }),
    'of another person than the rest tells': (begun) => good(begun, { sub: 'another' }),
    'that nobody signed': async ({ nonce }) => unsigned({ alg: 'none' }, nonce),
    'signed with the public key as a secret': async ({ nonce }) => {
      const content = unsigned({ alg: 'HS256', kid: 'one' }, nonce).slice(0, -1);
      return `${content}.${createHmac('sha256', provider.pem).update(content).digest('base64url')}`;
    },
    'signed with the client secret': async ({ nonce }) => {
      const content = unsigned({ alg: 'HS256' }, nonce).slice(0, -1);
      return `${content}.${createHmac('sha256', 'secret of false').update(content).digest('base64url')}`;
    },
    'signed by somebody else': async ({ nonce }) => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT({
        iss: provider.issuer,
        aud: 'false',
        sub: 'somebody',
        nonce,
        iat: now,
        exp: now + 60,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(privateKey);
    },
    'with a key of its own': (begun) =>
      provider.sign({ sub: 'somebody', nonce: begun.nonce }, { kid: 'two' }),
    'changed after it was signed': async (begun) => {
      const [head, , signature] = (await good(begun)).split('.');
      const claims = {
        iss: provider.issuer,
        aud: 'false',
        sub: 'root',
        nonce: begun.nonce,
        iat: now,
        exp: now + 60,
      };
      return [head, text64(claims), signature].join('.');
    },
    'that is no token': async () => 'x',
  };
  const unsigned = (header: Claims, nonce: string) =>
    `${text64(header)}.${text64({ iss: provider.issuer, aud: 'false', sub: 'somebody', nonce, iat: now, exp: now + 60 })}.`;

  for (const [what, token] of Object.entries(wrong))
    it(`${what} is refused`, async () => {
      const [status, code] = await outcomeOf(token);
      assert.ok(status === 403 || status === 503, `${status}`);
      assert.ok(code === 10291 || code === 10290, `${code}`);
    });
});

describe('a provider that', () => {
  const answer = (response: Parameters<Answering>[0], body: string | Buffer, type = 'application/json') =>
    response.writeHead(200, { 'content-type': type }).end(body);
  const broken: Readonly<Record<string, Answering>> = {
    'answers nothing': (response) => void response.destroy(),
    'answers rubbish': (response) => answer(response, '{'),
    'answers another type': (response) => answer(response, '<html>', 'text/html'),
    'answers a list': (response) => answer(response, '[]'),
    'answers an error': (response) => void response.writeHead(500).end(),
    'answers too much': (response) => answer(response, Buffer.alloc(2_000_000, ' ')),
    'sends elsewhere': (response) =>
      void response.writeHead(302, { location: `${other.issuer}/token` }).end(),
    'never ends its answer': (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  };
  const raw = (code: string, code_verifier: string) =>
    app.server.app.inject({
      method: 'POST',
      url: '/cms/oidc/session',
      payload: { code, code_verifier },
      remoteAddress: network(),
    });
  for (const place of ['/token', '/userinfo'])
    for (const [what, answering] of Object.entries(broken))
      it(`${what} at ${place} signs nobody in`, async () => {
        const begun = await begin();
        provider.state.idToken = await good(begun);
        provider.state.userinfo = { sub: 'somebody' };
        provider.answers.set(place, answering);
        const { code } = await comeBack(begun);
        provider.answers.delete(place);
        const { statusCode } = await raw(code, begun.verifier);
        assert.ok([403, 503].includes(statusCode), String(statusCode));
      });

  it('does not answer when first asked sends people back to where they were', async () => {
    for (const [what, answering] of Object.entries(broken)) {
      const down = await falseProvider();
      down.answers.set('/.well-known/openid-configuration', answering);
      const own = await freshApp({
        oidcReturnUrls: [PAGE],
        oidcProviders: [providerSettings('down', down.issuer)],
      });
      assert.deepEqual(down.asked, [], 'nothing is asked at the start');
      const query = new URLSearchParams({ return_to: PAGE, code_challenge: proof().challenge });
      const start = () => own.nobody.get(`/cms/oidc/down/start?${query}`);
      for (const answered of await Promise.all([start(), start(), start()]))
        assert.equal(answered.headers.location, `${PAGE}?error=temporarily_unavailable`, what);
      await start();
      assert.equal(down.asked.length, 1, 'it is not asked again at once');
    }
  });
  it('calls itself by another name is not believed', async () => {
    const liar = await falseProvider();
    liar.state.metadata = { issuer: other.issuer };
    const own = await freshApp({
      oidcReturnUrls: [PAGE],
      oidcProviders: [providerSettings('liar', liar.issuer)],
    });
    const query = new URLSearchParams({ return_to: PAGE, code_challenge: proof().challenge });
    const { headers } = await own.nobody.get(`/cms/oidc/liar/start?${query}`);
    assert.equal(headers.location, `${PAGE}?error=temporarily_unavailable`);
  });
});
