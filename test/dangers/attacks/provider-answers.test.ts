// No engine changes its result: what a provider answers is judged before a record is written.
// Takes long: each fault of a provider is tried at each place of its answers.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { freshApp } from '../../support/fresh-app.ts';
import { type Answering, type Claims, falseProvider } from '../../support/outside/false-provider.ts';
import { type Begun, network, openFalseSignIn } from '../../support/sign-in/false-sign-in.ts';
import { PAGE, proof, providerSettings } from '../../support/sign-in/through-provider.ts';

const other = await falseProvider();
const { provider, app, begin, comeBack, outcomeOf, good } = await openFalseSignIn();
const text64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

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
    const all = await Promise.all(Object.values(broken).map(falseProvider));
    const own = await freshApp({
      oidcReturnUrls: [PAGE],
      oidcProviders: all.map(({ issuer }, index) => providerSettings(`down${index}`, issuer)),
    });
    for (const [index, [what, answering]] of Object.entries(broken).entries()) {
      const down = all[index];
      assert.ok(down);
      down.answers.set('/.well-known/openid-configuration', answering);
      assert.deepEqual(down.asked, [], 'nothing is asked at the start');
      const query = new URLSearchParams({ return_to: PAGE, code_challenge: proof().challenge });
      const start = () => own.nobody.get(`/cms/oidc/down${index}/start?${query}`);
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
