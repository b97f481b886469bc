import {
  type FactorParts,
  type FactorPolicy,
  type Lifetimes,
  makeChallenges,
  makeFindRelyingParty,
  makeSessions,
  type Tokens,
} from '../access/index.ts';
import { hooksFor } from '../definitions/plugin-hooks.ts';
import type { Plugin } from '../definitions/project/define-plugin.ts';
import { makeSessionCookies, type ToUrl } from '../http/index.ts';
import type { Host } from '../module/host.ts';
import { makeSealing } from '../shared/secrets/sealing.ts';

export interface SignInSettings {
  readonly secrets: readonly [string, ...string[]];
  readonly lifetimes: Lifetimes;
  readonly factorPolicy: FactorPolicy;
  readonly rememberDeviceDays: number;
  readonly passkeyDomain: string | undefined;
  readonly passkeyOrigins: readonly string[];
  readonly publicUrl: string | undefined;
  readonly plugins: readonly Plugin[];
}

/** Makes the parts that every way of signing in shares. */
export function makeSignInParts(
  settings: SignInSettings,
  tokens: Tokens,
  toUrl: ToUrl,
): Pick<Host, 'sessions' | 'cookies' | 'factors'> {
  const { lifetimes, publicUrl, secrets } = settings;
  const sessions = makeSessions(
    tokens,
    lifetimes,
    settings.factorPolicy,
    hooksFor(settings.plugins, 'afterSignIn'),
  );
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
  return { sessions, cookies, factors };
}
