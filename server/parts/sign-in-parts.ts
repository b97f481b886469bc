import { makeChallenges } from '../access/factors/challenges.ts';
import { makeFindRelyingParty } from '../access/factors/relying-party.ts';
import type { FactorParts } from '../access/second-factor/factor-checks.ts';
import type { FactorPolicy } from '../access/sign-in/factor-policy.ts';
import { type Lifetimes, makeSessions } from '../access/sign-in/sessions.ts';
import type { Tokens } from '../access/sign-in/tokens.ts';
import { makeOidcParts } from '../features/oidc/parts.ts';
import type { ProviderSettings } from '../features/oidc/provider.ts';
import { makeCaptchas } from '../features/users/captchas.ts';
import type { ToUrl } from '../http/public-url.ts';
import { makeSessionCookies } from '../http/session-cookies.ts';
import type { RouteParts } from '../routes.ts';
import { makeSealing } from '../shared/secrets/sealing.ts';

export interface SignInSettings {
  readonly secrets: readonly [string, ...string[]];
  readonly lifetimes: Lifetimes;
  readonly factorPolicy: FactorPolicy;
  /** Whether signing in asks for a captcha. */
  readonly loginCaptcha: boolean;
  readonly rememberDeviceDays: number;
  readonly passkeyDomain: string | undefined;
  readonly passkeyOrigins: readonly string[];
  readonly oidcProviders: readonly ProviderSettings[];
  readonly oidcReturnUrls: readonly string[];
  readonly publicUrl: string | undefined;
  /** The folder of the built console; absent where it is switched off. */
  readonly consoleDir: string | undefined;
}

/** Makes the parts that every way of signing in shares. */
export function makeSignInParts(
  settings: SignInSettings,
  tokens: Tokens,
  toUrl: ToUrl,
): Pick<RouteParts, 'sessions' | 'cookies' | 'oidc' | 'factors' | 'captchas'> {
  const { lifetimes, publicUrl, oidcProviders, oidcReturnUrls, consoleDir, secrets } = settings;
  const sessions = makeSessions(tokens, lifetimes, settings.factorPolicy);
  const deviceMaxAge = settings.rememberDeviceDays * 86_400;
  const cookies = makeSessionCookies({ publicUrl, maxAge: lifetimes.refresh, deviceMaxAge });
  const factors: FactorParts = {
    sealing: makeSealing(secrets, 'second factor'),
    challenges: makeChallenges(secrets),
    findRelyingParty: makeFindRelyingParty({ ...settings, toUrl }),
    /** Apps and passkeys show the server under the host of its address. */
    issuer: URL.parse(publicUrl ?? '')?.host ?? 'Quire',
    rememberDeviceMs: deviceMaxAge * 1000,
  };
  const places = { urls: oidcReturnUrls, hasConsole: consoleDir !== undefined, toUrl };
  const oidc = makeOidcParts({
    settings: oidcProviders,
    secrets,
    sessions,
    cookies,
    places,
    signIn: { factors },
  });
  const captchas = settings.loginCaptcha ? makeCaptchas(secrets) : undefined;
  return { sessions, cookies, oidc, captchas, factors };
}
