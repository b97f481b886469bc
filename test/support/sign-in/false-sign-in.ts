import assert from 'node:assert/strict';
import { type FreshApp, freshApp } from '../fresh-app.ts';
import { type Claims, falseProvider } from '../outside/false-provider.ts';
import { browser, cookieOf, PAGE, proof, providerSettings } from './through-provider.ts';

type FalseProvider = Awaited<ReturnType<typeof falseProvider>>;

export interface Begun {
  readonly way: ReturnType<typeof browser>;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

let networks = 0;
/** Each request comes from another one, so that no failures add up. */
export const network = () => `10.9.${Math.floor(++networks / 250)}.${networks % 250}`;

/** An app that trusts a false provider, named `false` in its settings, and the steps of a sign-in through it. */
export async function openFalseSignIn(others: Readonly<Record<string, FalseProvider>> = {}) {
  const provider = await falseProvider();
  const app = await freshApp({
    language: 'en',
    logLevel: 'silent',
    oidcReturnUrls: [PAGE],
    oidcProviders: Object.entries({ false: provider, ...others }).map(([name, { issuer }]) =>
      providerSettings(name, issuer, { createsUsers: true }),
    ),
  });
  return { provider, app, ...stepsThrough(provider, app) };
}

function stepsThrough(provider: FalseProvider, app: FreshApp) {
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
    const answer = await app.nobody.post(
      '/cms/oidc/session',
      { code, code_verifier },
      { address: network() },
    );
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

  const good = ({ nonce }: Begun, claims: Claims = {}) =>
    provider.sign({ sub: 'somebody', nonce, ...claims });

  return { begin, comeBack, handIn, outcomeOf, good };
}
