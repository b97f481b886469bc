import { AppError } from '../../errors.ts';
import type { Message } from '../../messages/message.ts';
import { message } from './messages/message.ts';
import type { Provider } from './provider.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures that only the provider can make: no shared secrets, and never `none`. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** How old a token may be, in seconds, and how far the provider's clock may be off. */
export const MAX_AGE = 300;
export const TOLERANCE = 30;

/** Which sessions a provider has ended: one, or all of a person. */
export interface LogoutOrder {
  readonly issuer: string;
  readonly id: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

/** Reads a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws unless the provider made it for this server, just now. */
export async function readLogoutToken(provider: Provider, token: string): Promise<LogoutOrder> {
  const { config, keys } = await provider.published();
  const { jwtVerify } = await import('jose');
  const { issuer } = config.serverMetadata();
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: provider.settings.clientId,
    algorithms: ALGORITHMS,
    clockTolerance: TOLERANCE,
    maxTokenAge: MAX_AGE,
    requiredClaims: ['jti', 'events', 'exp'],
  }).catch((error: unknown) => {
    throw tokenInvalid(message('saidBySystem', { words: String(error).slice(0, 200) }));
  });
  const { events, jti, sub, sid, nonce } = payload;
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  if (!isLogout || nonce !== undefined) throw tokenInvalid(message('noLogoutToken'));
  const isText = (one: unknown): one is string => typeof one === 'string' && one !== '' && one.length <= 255;
  if (!isText(jti)) throw tokenInvalid(message('logoutTokenWithoutId'));
  const [subject, session] = [sub, sid].map((one) => (isText(one) ? one : undefined));
  if (subject === undefined && session === undefined) throw tokenInvalid(message('logoutTokenNamesNobody'));
  return { issuer, id: jti, subject, session };
}

function tokenInvalid(reason: Message): AppError {
  return new AppError('logoutTokenInvalid', { reason });
}
