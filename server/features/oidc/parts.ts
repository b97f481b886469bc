import type { Sessions, SignInParts } from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import type { SessionCookies } from '../../http/session-cookies.ts';
import { makeSeals, type Seals } from '../../shared/secrets/seals.ts';
import { message } from './messages/message.ts';
import { openProvider, type Provider, type ProviderSettings } from './provider.ts';
import type { ReturnPlaces } from './return-to.ts';
import { makeVisits, type Visits } from './visits.ts';

/** What the routes of single sign-on need. */
export interface OidcParts {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly places: ReturnPlaces;
  readonly seals: Seals;
  readonly visits: Visits;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly signIn: SignInParts;
}

interface Given extends Pick<OidcParts, 'sessions' | 'cookies' | 'places' | 'signIn'> {
  readonly settings: readonly ProviderSettings[];
  readonly secrets: readonly [string, ...string[]];
}

export function makeOidcParts({ settings, secrets, ...given }: Given): OidcParts {
  const seals = makeSeals(secrets, 'oidc');
  return {
    ...given,
    seals,
    visits: makeVisits(seals, given.places.toUrl),
    providers: new Map(settings.map((one) => [one.name, openProvider(one)])),
  };
}

/** Returns the provider with this name. Throws if no such provider exists. */
export function getProvider({ providers }: OidcParts, name: string): Provider {
  const found = providers.get(name);
  if (!found) throw new AppError('notFound', { reason: message('noSuchProvider') });
  return found;
}
