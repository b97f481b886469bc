import type { Reader } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import type { Actor } from '../actor.ts';
import type { FindActor } from './actors.ts';
import type { Claims, Tokens, TokenType } from './tokens.ts';

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

/** The header of RFC 6750, with its scheme in any case, or a token alone. */
function bearerToken(header: string | undefined): string {
  if (!header) return '';
  if (header.startsWith('Bearer ')) return header.slice(7).trim();
  return header.replace(/^bearer(\s+|$)/i, '').trim();
}
