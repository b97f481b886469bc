import type { Reader } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import type { Actor } from '../actor.ts';
import type { FindKey, FoundKey } from './find-key.ts';
import { isKeyText } from './key-text.ts';

/** When and from where a token or key is sent. */
export interface Circumstances {
  readonly now: number;
  readonly version: Version | undefined;
  readonly reader?: Reader;
  readonly request: { readonly address: () => string };
}

/** The caller that a key identifies. Throws if the key is not valid. */
export type IdentifyKey = (text: string, at: Circumstances) => MaybePromise<{ readonly actor: Actor }>;

/** The form of an access token of an app; a token of a session has dots. */
export const APP_TOKEN = /^[\w-]{43}$/;

/** The caller that an app's access token identifies. Throws if it is not valid. */
export function makeIdentifyApp(findKey: FindKey): IdentifyKey {
  return (text, { version, reader }) =>
    whenKnown(findKey.byToken(text, version, reader), (found) => {
      if (!found) throw new AppError('tokenInvalid', { reason: message('unknownAppToken') });
      return { actor: requireLiving(found, Date.now()) };
    });
}

export function makeIdentifyKey(findKey: FindKey): IdentifyKey {
  return (text, { version, reader, request }) => {
    if (!isKeyText(text)) throw new AppError('tokenInvalid', { reason: message('malformedKey') });
    return whenKnown(findKey.byText(text, version, reader), (found) => {
      const actor = requireLiving(found, Date.now()); // a request that lasts does not outlive its key
      if (!found?.admits(request.address())) throw refused('keyNetworkRefused', actor, 'keyFromElsewhere');
      return { actor };
    });
  };
}

/** The actor of a key that was neither revoked nor has expired. Throws for any other. */
export function requireLiving(found: FoundKey | undefined, now: number): Actor {
  if (!found) throw new AppError('tokenInvalid', { reason: message('unknownKey') });
  const { actor, expireTime } = found;
  if (expireTime !== null && expireTime <= now) throw refused('tokenExpired', actor, 'keyHasExpired');
  return actor;
}

function refused(
  failure: 'tokenExpired' | 'keyNetworkRefused',
  { id, key }: Actor,
  why: 'keyHasExpired' | 'keyFromElsewhere',
): AppError {
  return new AppError(failure, { reason: message(why, { name: key?.name ?? '' }), account: id });
}
