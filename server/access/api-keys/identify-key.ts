import type { Reader } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import { AppError } from '../../errors.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import type { Actor } from '../actor.ts';
import type { IdentifyImpersonation } from '../impersonation/identify-impersonation.ts';
import { impersonationIn } from '../impersonation/impersonation-text.ts';
import type { Identify } from '../sign-in/identify.ts';
import type { FindKey, FoundKey } from './find-key.ts';
import { isKeyText, KEY_PREFIX } from './key-text.ts';

/** When and from where a key is sent. */
interface Circumstances {
  readonly now: number;
  readonly version: Version | undefined;
  readonly reader?: Reader;
  readonly request: { readonly address: () => string };
}

/** The caller that an Authorization header identifies, by a token or a key; undefined without either. Throws if it is not valid. */
export type IdentifyCaller = (
  header: string | undefined,
  at: Circumstances,
) => MaybePromise<{ readonly actor: Actor } | undefined>;

const KEY_HEADER = new RegExp(`^(?:bearer\\s+)?(${KEY_PREFIX}.*)$`, 'i');

/** The prefix tells keys from tokens, so a token is read as if there were no keys. */
export function makeIdentifyCaller(
  identify: Identify,
  findKey: FindKey,
  identifyImpersonation: IdentifyImpersonation,
): IdentifyCaller {
  return (header, at) => {
    const impersonating = impersonationIn(header);
    if (impersonating !== undefined) return identifyImpersonation(impersonating, at);
    const text = header === undefined ? undefined : KEY_HEADER.exec(header)?.[1]?.trim();
    if (text === undefined) return identify(header, 'access', at);
    if (!isKeyText(text)) throw new AppError('tokenInvalid', { reason: 'malformed API key' });
    return whenKnown(findKey.byText(text, at.version, at.reader), (found) => {
      const actor = requireLiving(found, at.now);
      if (!found?.admits(at.request.address()))
        throw refused('keyNetworkRefused', actor, 'from another network');
      return { actor };
    });
  };
}

/** The actor of a key that was neither revoked nor has expired. Throws for any other. */
export function requireLiving(found: FoundKey | undefined, now: number): Actor {
  if (!found) throw new AppError('tokenInvalid', { reason: 'unknown or revoked API key' });
  const { actor, expireTime } = found;
  if (expireTime !== null && expireTime <= now) throw refused('tokenExpired', actor, 'expired');
  return actor;
}

function refused(failure: 'tokenExpired' | 'keyNetworkRefused', { id, key }: Actor, why: string): AppError {
  const error = new AppError(failure, { reason: `key '${key?.name}' ${why}` });
  error.account = id;
  return error;
}
