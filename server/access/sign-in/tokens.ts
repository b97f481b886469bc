import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Reader } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import type { Actor } from '../actor.ts';
import type { FindActor } from './actors.ts';

type TokenType = 'access' | 'refresh';

/** The claims of a token (RFC 7519): session, purpose and expiry in seconds. */
export interface Claims {
  readonly identity: string;
  /** The session's id and nonce, separated by a dot. */
  readonly session: string;
  readonly generation: number;
  readonly type: TokenType;
  readonly scope: 'quire';
  readonly iat: number;
  readonly exp: number;
  /** Not before; never set by this server. */
  readonly nbf?: number;
}

type TokenReading = { readonly claims: Claims; readonly expired: boolean } | undefined;

export interface Tokens {
  sign(claims: Claims): string;
  /** The claims of an authentic token, even if it has expired; undefined for anything else, and before `nbf` or `iat`. `now` in milliseconds. */
  read(token: string, now: number): TokenReading;
}

const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const MAX_TOKEN_LENGTH = 2048;
const MAX_CACHED = 10_000;
/** Allowed clock skew between servers. */
const LEEWAY_MS = 30_000;

/** JWT with HS256 (RFC 7519, RFC 7515). The first secret signs, all verify. Verified tokens are cached. */
export function makeTokens(secrets: readonly [string, ...string[]]): Tokens {
  const genuine = new Map<string, Claims>();
  const sign = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest();
  const isSigned = (content: string, signature: string) => {
    const given = Buffer.from(signature, 'base64url');
    // Base64url has several spellings of one signature; only the canonical one is a token.
    if (given.length !== 32 || given.toString('base64url') !== signature) return false;
    return secrets.some((secret) => timingSafeEqual(sign(content, secret), given));
  };
  const verify = (token: string): Claims | undefined => {
    const [header, payload, signature, ...rest] = token.length <= MAX_TOKEN_LENGTH ? token.split('.') : [];
    if (!header || !payload || !signature || rest.length > 0 || header !== HEADER) return undefined;
    return isSigned(`${header}.${payload}`, signature) ? parseClaims(payload) : undefined;
  };
  return {
    sign(claims) {
      const content = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${content}.${sign(content, secrets[0]).toString('base64url')}`;
    },
    read(token, now) {
      const claims = genuine.get(token) ?? verify(token);
      if (!claims || Math.max(claims.iat, claims.nbf ?? 0) * 1000 > now + LEEWAY_MS) return undefined;
      const expired = claims.exp * 1000 <= now;
      if (expired) {
        genuine.delete(token);
      } else if (!genuine.has(token)) {
        if (genuine.size >= MAX_CACHED) genuine.clear();
        genuine.set(token, claims);
      }
      return { claims, expired };
    },
  };
}

/** A secret may be shared with another program, so claims of another form are refused. */
function parseClaims(payload: string): Claims | undefined {
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Partial<Claims> | null;
    const isOurs =
      claims?.scope === 'quire' &&
      (claims.type === 'access' || claims.type === 'refresh') &&
      Number.isSafeInteger(claims.exp) &&
      Number.isSafeInteger(claims.iat) &&
      (claims.nbf === undefined || Number.isFinite(claims.nbf)) &&
      Number.isSafeInteger(claims.generation) &&
      /^[1-9]\d{0,18}\.[\w-]{22}$/.test(String(claims.session)) &&
      /^[1-9]\d{0,18}$/.test(String(claims.identity));
    return isOurs ? (claims as Claims) : undefined;
  } catch {
    return undefined; // not JSON: not a token
  }
}

export interface Identified {
  readonly actor: Actor;
  readonly claims: Claims;
}

/** The caller that an Authorization header identifies; undefined without a token. Throws if the token is not valid for `type`. */
export type Identify = (
  header: string | undefined,
  type: TokenType,
  at: { readonly now: number; readonly version: Version | undefined; readonly reader?: Reader },
) => MaybePromise<Identified | undefined>;

export function makeIdentify(tokens: Tokens, findActor: FindActor): Identify {
  return (header, type, { now, version, reader }) => {
    const token = bearerToken(header);
    if (token === '') return undefined;
    const invalid = type === 'access' ? 'tokenInvalid' : 'refreshTokenInvalid';
    const reading = tokens.read(token, now);
    if (!reading) throw new AppError(invalid, { reason: message('malformedToken') });
    if (reading.claims.type !== type)
      throw new AppError(invalid, { reason: message('notTokenOfType', { type }) });
    if (reading.expired)
      throw new AppError(type === 'access' ? 'tokenExpired' : 'refreshTokenExpired', {
        reason: message('hasExpired'),
      });
    const { claims } = reading;
    return whenKnown(findActor(claims.session, version, reader), (actor) => {
      if (actor === 'inactive') throw new AppError(invalid, { reason: message('userIsInactive') });
      if (actor?.id !== BigInt(claims.identity))
        throw new AppError(invalid, { reason: message('sessionOrUserGone') });
      return { actor, claims };
    });
  };
}

/** The token in an Authorization header as RFC 6750 has it, its scheme in any case, or a token alone; '' without one. */
export function bearerToken(header: string | undefined): string {
  if (!header) return '';
  if (header.startsWith('Bearer ')) return header.slice(7).trim();
  return header.replace(/^bearer(\s+|$)/i, '').trim();
}
