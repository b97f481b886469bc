import { once } from 'node:events';
import { createServer } from 'node:http';
import { after } from 'node:test';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  None,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>;

/** A site of its own, at which people sign in with their account of a Quire server. */
export async function loopbackShop() {
  const begun = new Map<string, string>();
  let config: Configuration | undefined;
  let scope = 'openid';
  let tokens: Tokens | undefined;
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', origin)).then(
      ({ location, text }) => {
        response.writeHead(location === undefined ? 200 : 303, {
          'content-type': 'text/html; charset=utf-8',
          ...(location !== undefined && { location }),
        });
        response.end(
          `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><p id="shop">${text}</p></html>`,
        );
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const place = `${origin}/signed-in`;

  async function answer(url: URL): Promise<{ location?: string; text: string }> {
    if (config === undefined) return { text: 'No server is known' };
    if (url.pathname === '/sign-in') return { location: await begin(config), text: '' };
    const state = url.searchParams.get('state') ?? '';
    const pkceCodeVerifier = begun.get(state);
    if (pkceCodeVerifier === undefined) return { text: 'Nobody began this visit here' };
    const error = url.searchParams.get('error');
    if (error !== null) return { text: `Refused: ${error}` };
    tokens = await authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState: state });
    return { text: `Welcome, number ${tokens.claims()?.sub ?? '?'}` };
  }

  async function begin(known: Configuration): Promise<string> {
    const [verifier, state] = [randomPKCECodeVerifier(), randomState()];
    begun.set(state, verifier);
    return buildAuthorizationUrl(known, {
      redirect_uri: place,
      scope,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  return {
    place,
    /** The link "Sign in" of the site. */
    signIn: `${origin}/sign-in`,
    /** Where people have their accounts, as whom it knows the site, and what the site asks for. */
    async use(issuer: string, credentials: { readonly id: string; readonly secret?: string }, asked: string) {
      const { id, secret } = credentials;
      config = await discovery(new URL(issuer), id, undefined, secret ? ClientSecretBasic(secret) : None(), {
        execute: [allowInsecureRequests],
      });
      scope = asked;
      return config;
    },
    /** The tokens of the person who signed in last. */
    lastTokens(): Tokens {
      if (tokens === undefined) throw new Error('nobody has signed in to the shop');
      return tokens;
    },
  };
}
