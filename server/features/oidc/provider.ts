import type { JWTVerifyGetKey } from 'jose';
import type { ClientAuth, Configuration } from 'openid-client';
import { AppError } from '../../errors.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { boundedFetch, TIMEOUT_MS } from './bounded-fetch.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';

/** A provider as the settings describe it. */
export interface ProviderSettings {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly createsUsers: boolean;
  readonly linksByAddress: boolean;
  readonly groupsClaim: string | undefined;
  readonly groups: readonly (readonly [claimed: string, group: string])[];
  readonly signsOutThere: boolean;
  /** Values of `amr` and `acr` that mean a second factor. */
  readonly secondFactors: readonly string[];
}

/** The metadata that a provider publishes. */
interface Published {
  readonly config: Configuration;
  readonly keys: JWTVerifyGetKey;
}

/** A provider. It is not contacted before somebody signs in by it. */
export interface Provider {
  readonly settings: ProviderSettings;
  /** Its metadata, cached for an hour. Throws `providerUnavailable`. */
  published(): Promise<Published>;
}

const KEPT_MS = HOUR_MS;
/** For this long, further requests are refused at once instead of waiting for a provider that does not answer. */
const PAUSE_MS = 5000;

export function openProvider(settings: ProviderSettings): Provider {
  let known: { readonly published: Promise<Published>; until: number } | undefined;
  return {
    settings,
    published() {
      if (known && known.until > Date.now()) return known.published;
      const asked = { published: discover(settings), until: Date.now() + KEPT_MS };
      known = asked;
      asked.published.catch(() => {
        asked.until = Date.now() + PAUSE_MS;
      });
      return asked.published;
    },
  };
}

/** The libraries are loaded with the first sign-in, not with every start. */
async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Published> {
  const { createRemoteJWKSet, customFetch: josesFetch } = await import('jose');
  const client = await import('openid-client');
  const isHttp = issuer.startsWith('http:');
  const execute = [client.enableNonRepudiationChecks, ...(isHttp ? [client.allowInsecureRequests] : [])];
  const fetch = boundedFetch(isHttp);
  const options = { execute, timeout: TIMEOUT_MS / 1000, [client.customFetch]: fetch };
  const authenticationOf = (methods: readonly string[] = ['client_secret_basic']): ClientAuth => {
    if (clientSecret === undefined) return client.None();
    const isPosted = methods.includes('client_secret_post');
    return isPosted ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
  };
  try {
    const found = await client.discovery(new URL(issuer), clientId, {}, client.None(), options);
    const about = found.serverMetadata();
    const methods = about.token_endpoint_auth_methods_supported;
    const config = new client.Configuration(about, clientId, {}, authenticationOf(methods));
    config.timeout = options.timeout;
    config[client.customFetch] = fetch;
    for (const apply of execute) apply(config);
    const keys = createRemoteJWKSet(new URL(about.jwks_uri ?? ''), {
      [josesFetch]: fetch,
      timeoutDuration: TIMEOUT_MS,
    });
    return { config, keys };
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** The provider does not answer, or not as one does. */
export function unavailable(cause: unknown): AppError {
  return new AppError(failures.providerUnavailable, {
    reason: message('saidBySystem', { words: String(cause).slice(0, 200) }),
    cause,
  });
}

/** Whether a provider is the issuer of this name. A slash at the end of a host makes no difference. */
export function isIssuer(settings: ProviderSettings, issuer: string): boolean {
  return URL.parse(settings.issuer)?.href === URL.parse(issuer)?.href;
}
