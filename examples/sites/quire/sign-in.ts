import * as oidc from 'openid-client';
import { settings } from './settings.ts';
import type { Locale } from './texts.ts';

/** Somebody who has signed in, as the site keeps them in its session: never in a page. */
export interface Visitor {
  readonly name: string;
  readonly token: string;
  /** When the token ends, in milliseconds since 1970. */
  readonly until: number;
}

/** What the site remembers of a sign-in that has begun. */
export interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly locale: Locale;
}

const callback = () => new URL('/signed-in', settings.siteUrl).href;

function provider(): Promise<oidc.Configuration> {
  const { quireUrl, clientId, clientSecret } = settings;
  const isLocal = new URL(quireUrl).protocol === 'http:'; // Quire itself insists on https elsewhere
  return oidc.discovery(new URL(quireUrl), clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
    execute: isLocal ? [oidc.allowInsecureRequests] : [],
  });
}

/** Begins a sign-in: the address to send the browser to, and what to remember until it returns. */
export async function beginSignIn(
  locale: Locale,
): Promise<{ readonly address: string; readonly begun: Begun }> {
  const begun = { state: oidc.randomState(), verifier: oidc.randomPKCECodeVerifier(), locale };
  const { href } = oidc.buildAuthorizationUrl(await provider(), {
    redirect_uri: callback(),
    scope: 'openid profile write:letter',
    state: begun.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  });
  return { address: href, begun };
}

/** Ends it with the query that the browser brought back; undefined if the visitor or Quire refused. */
export async function endSignIn(search: string, begun: Begun): Promise<Visitor | undefined> {
  const known = await provider();
  try {
    const tokens = await oidc.authorizationCodeGrant(known, new URL(callback() + search), {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
    });
    const { sub = '' } = tokens.claims() ?? {};
    const { name, preferred_username } = await oidc.fetchUserInfo(known, tokens.access_token, sub);
    return {
      name: name ?? preferred_username ?? sub,
      token: tokens.access_token,
      until: Date.now() + (tokens.expiresIn() ?? 0) * 1000,
    };
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
      return undefined;
    if (error instanceof oidc.ClientError) return undefined; // such as another state
    throw error;
  }
}

/** The visitor while their token is valid. */
export function stillSignedIn(visitor: Visitor | undefined): Visitor | undefined {
  return visitor && visitor.until > Date.now() ? visitor : undefined;
}
