import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Actor } from '../actor.ts';
import { APP_TOKEN, type Circumstances, type IdentifyKey } from '../api-keys/identify-key.ts';
import { KEY_PREFIX } from '../api-keys/key-text.ts';
import type { IdentifyImpersonation } from '../impersonation/identify-impersonation.ts';
import { impersonationIn } from '../impersonation/impersonation-text.ts';
import type { Identify } from '../sign-in/identify.ts';

/** The caller that an Authorization header identifies, by a token of a session or an app, a key or an impersonation; undefined without either. Throws if it is not valid. */
export type IdentifyCaller = (
  header: string | undefined,
  at: Circumstances,
) => MaybePromise<{ readonly actor: Actor } | undefined>;

const APP_HEADER = new RegExp(`^bearer\\s+(${APP_TOKEN.source.slice(1, -1)})\\s*$`, 'i');
const KEY_HEADER = new RegExp(`^(?:bearer\\s+)?(${KEY_PREFIX}.*)$`, 'i');

interface Ways {
  readonly identify: Identify;
  readonly identifyKey: IdentifyKey;
  readonly identifyApp: IdentifyKey;
  readonly identifyImpersonation: IdentifyImpersonation;
}

/** Keys have a prefix, so a request with a token never looks one up. */
export function makeIdentifyCaller({
  identify,
  identifyKey,
  identifyApp,
  identifyImpersonation,
}: Ways): IdentifyCaller {
  return (header, at) => {
    const impersonating = impersonationIn(header);
    if (impersonating !== undefined) return identifyImpersonation(impersonating, at);
    const key = header === undefined ? undefined : KEY_HEADER.exec(header)?.[1]?.trim();
    if (key !== undefined) return identifyKey(key, at);
    const token = header === undefined ? undefined : APP_HEADER.exec(header)?.[1];
    return token === undefined ? identify(header, 'access', at) : identifyApp(token, at);
  };
}
