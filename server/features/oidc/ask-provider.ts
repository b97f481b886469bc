import { AppError } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import type { failures } from './failures.ts';
import { type Person, readPerson } from './person.ts';
import type { Provider } from './provider.ts';
import type { Visit } from './visits.ts';

type ProviderFailure = keyof typeof failures;

/** What came of a visit: who it was, or why it is not known. Stored until the client asks for it. */
export type ProviderAnswer =
  | { readonly person: Person; readonly idToken?: string; readonly hasSecondFactor: boolean }
  | { readonly failure: ProviderFailure; readonly reason: Text };

const MAX_ID_TOKEN = 16_000;

/** Asks a provider who came back from it at this address. State, nonce, issuer, audience, times and signature are checked. */
export async function askProvider(provider: Provider, visit: Visit, address: URL): Promise<ProviderAnswer> {
  const { groupsClaim, signsOutThere, secondFactors } = provider.settings;
  try {
    const { config } = await provider.published();
    const client = await import('openid-client');
    const about = config.serverMetadata();
    const tokens = await client.authorizationCodeGrant(config, address, {
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      pkceCodeVerifier: visit.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new client.ClientError('there is no ID token');
    const more = about.userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
    const person = readPerson({ ...more, ...claims }, { issuer: about.issuer, groupsClaim });
    const { id_token = '' } = tokens;
    const isKept = signsOutThere && id_token.length <= MAX_ID_TOKEN;
    // Only the ID token is about this sign-in.
    const methods = [claims.amr, claims.acr].flat();
    const hasSecondFactor = secondFactors.some((one) => methods.includes(one));
    return { person, hasSecondFactor, ...(isKept && { idToken: id_token }) };
  } catch (error) {
    return failureOf(error);
  }
}

/** Codes of the library for a provider that is not reached. */
const NOT_REACHED = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];

/** Only errors of the provider and of the way to it come here; nothing of them is shown to clients. */
function failureOf(error: unknown): ProviderAnswer {
  if (error instanceof AppError) return { failure: 'providerUnavailable', reason: error.reason ?? '' };
  const { message, code, error: refusal } = error as { message?: string; code?: string; error?: string };
  const isReached = code !== undefined && !NOT_REACHED.includes(code);
  const reason = [refusal ?? code, message].filter(Boolean).join(': ').slice(0, 200);
  return { failure: isReached ? 'providerRefused' : 'providerUnavailable', reason };
}
