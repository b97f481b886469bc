import { isIP } from 'node:net';
import { AppError } from '../../errors.ts';

/** What passkeys are bound to: a domain, and the origins whose pages may ask for them. */
export interface RelyingParty {
  readonly domain: string;
  readonly origins: readonly string[];
}

interface Parts {
  /** The address of the server itself. */
  readonly toUrl: (path: string) => string;
  readonly passkeyDomain: string | undefined;
  readonly passkeyOrigins: readonly string[];
}

/** Determines the host that passkeys are bound to; never from a request. */
export type FindRelyingParty = () => RelyingParty | undefined;

/** Undefined where browsers offer no passkeys: on IP addresses other than loopback. */
export function makeFindRelyingParty({ toUrl, passkeyDomain, passkeyOrigins }: Parts): FindRelyingParty {
  return () => {
    const own = URL.parse(toUrl(''));
    if (own && /^(127\.|\[::1\]$)/.test(own.hostname)) own.hostname = 'localhost';
    const domain = passkeyDomain ?? own?.hostname;
    if (own === null || domain === undefined || isIP(domain.replace(/[[\]]/g, '')) !== 0) return undefined;
    return { domain, origins: passkeyOrigins.length > 0 ? passkeyOrigins : [own.origin] };
  };
}

/** Throws where there are no passkeys. */
export function requireRelyingParty(find: FindRelyingParty): RelyingParty {
  const party = find();
  if (!party) throw new AppError('passkeysNotSetUp');
  return party;
}
