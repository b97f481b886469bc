import assert from 'node:assert/strict';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  None,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Client } from '../client.ts';
import type { FreshApp } from '../fresh-app.ts';

const ORIGIN = 'https://quire.test';
export const PLACE = 'https://shop.test/signed-in';

interface Made {
  readonly id: number;
  readonly client_id: string;
  readonly client_secret: string | null;
}

interface Asking {
  readonly scope: string;
  /** What the person grants; all of it unless said. */
  readonly grants?: readonly string[] | null;
  readonly resource?: string;
}

/** Apps of the server with this address: registered, and at work with a client library that knows nothing of it. */
export function appsOf(app: FreshApp, origin = ORIGIN) {
  /** How the library reaches the server. */
  const viaApp: typeof fetch = async (input, init = {}) => {
    const url = String(input);
    assert.ok(url.startsWith(origin), `the library asks ${url}`);
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body));
    const answer = await app.request(init.method ?? 'GET', url.slice(origin.length), { headers, body });
    const named = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers: named });
  };

  async function configurationOf({ client_id, client_secret }: Pick<Made, 'client_id' | 'client_secret'>) {
    const way = client_secret === null ? None() : ClientSecretBasic(client_secret);
    return discovery(new URL(origin), client_id, undefined, way, {
      [customFetch]: viaApp as never, // typed more narrowly than fetch
      execute: [allowInsecureRequests],
    });
  }

  const register = (more: object = {}) =>
    app.root.done<Made>('POST /cms/app', { name: 'Shop', redirect_uris: [PLACE], ...more });

  /** A browser's visit to the address at which the app begins: the page that asks, and the cookies. */
  async function begin(config: Configuration, { scope, resource }: Asking) {
    const verifier = randomPKCECodeVerifier();
    const state = randomState();
    const url = buildAuthorizationUrl(config, {
      redirect_uri: PLACE,
      scope,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(resource !== undefined && { resource }),
    });
    const begun = await app.nobody.get(url.href.slice(origin.length));
    assert.equal(begun.status, 303, begun.text);
    const cookie = [begun.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ');
    const request = new URL(String(begun.headers.location)).pathname;
    return { verifier, state, cookie, request };
  }

  /** The person's browser: reads what is asked, decides, and goes on to the app. */
  async function decide(
    person: Client,
    { request, cookie }: { readonly request: string; readonly cookie: string },
    grants: Asking['grants'],
  ): Promise<URL> {
    const headers = { cookie };
    const shown = await person.get<{ wants: { scope: string }[] }>(`${request}/wants`, { headers });
    assert.equal(shown.status, 200, shown.text);
    const all = shown.body.wants.map(({ scope: one }) => one);
    const scopes = grants === undefined ? all : grants;
    const decided = await person.post<{ url: string }>(`${request}/decision`, { scopes }, { headers });
    assert.equal(decided.status, 200, decided.text);
    const back = await app.nobody.get(decided.body.url.slice(origin.length), { headers });
    assert.equal(back.status, 303, back.text);
    return new URL(String(back.headers.location));
  }

  /** Signs a person in, and answers the tokens. */
  async function signIn(made: Pick<Made, 'client_id' | 'client_secret'>, person: Client, asking: Asking) {
    const config = await configurationOf(made);
    const begun = await begin(config, asking);
    const back = await decide(person, begun, asking.grants);
    const tokens = await authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier: begun.verifier, expectedState: begun.state },
      asking.resource === undefined ? undefined : { resource: asking.resource },
    );
    return { config, tokens, ...app.as(tokens.access_token) };
  }

  return { register, configurationOf, begin, decide, signIn, viaApp };
}
