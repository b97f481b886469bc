import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Aim } from '../../access/identities/attempt.collection.ts';
import { AppError } from '../../errors.ts';
import { api, publicPathOf, specification, type ToUrl } from '../../http/index.ts';
import type { Message } from '../../messages/message.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import type { Seals } from '../../shared/secrets/seals.ts';
import { message } from './messages/message.ts';

/** How long a visit to the provider may take. */
export const VISIT_MS = 600_000;
const KIND = 'visit';
export const PATH = '/cms/oidc';
/** Providers lead back to the one address that they know; the page goes on from there on either base. */
const BASES = [specification.base, api.base];

/** The sealed content of the browser's cookie while its user is at a provider. */
export interface Visit {
  readonly provider: string;
  readonly aim: Aim;
  /** The user who links an identity. */
  readonly userId?: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  /** A hash of the client's verifier, or of `key` if the browser itself is the proof. */
  readonly challenge: string;
  readonly key: string;
}

/** Visits to providers, each in a cookie of its own, so that several tabs may sign in at once. */
export interface Visits {
  begin(
    visit: Omit<Visit, 'state' | 'nonce' | 'verifier' | 'challenge' | 'key'> & { challenge?: string },
  ): Visit;
  /** The header that stores a visit in the browser. */
  keep(visit: Visit, now: number): Readonly<Record<string, string[]>>;
  /** Throws unless this browser began the visit to this provider. */
  find(headers: IncomingHttpHeaders, provider: string, asked: { state: string; now: number }): Visit;
  /** The keys of all visits of this browser. */
  keysOf(headers: IncomingHttpHeaders, now: number): string[];
}

const chance = (): string => randomBytes(32).toString('base64url');

export function makeVisits(seals: Seals, toUrl: ToUrl): Visits {
  const isSecure = () => toUrl('/').startsWith('https:');
  const start = () => `${isSecure() ? '__Secure-' : ''}quire-oidc-`;
  const nameOf = (state: string) => start() + hashOf(state).slice(0, 16);
  const pairsOf = ({ cookie = '' }: IncomingHttpHeaders) =>
    cookie.split(/; */).flatMap((pair) => (pair.startsWith(start()) ? [pair.split('=', 2)] : []));
  return {
    begin: ({ challenge, ...asked }) => {
      const key = chance();
      const own = { state: chance(), nonce: chance(), verifier: chance(), key };
      return { ...asked, ...own, challenge: challenge ?? hashOf(key) };
    },
    keep(visit, now) {
      const sealed = seals.seal(KIND, visit, now + VISIT_MS);
      const attributes = `Max-Age=${VISIT_MS / 1000}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
      const cookieAt = (path: string) => `${nameOf(visit.state)}=${sealed}; Path=${path}; ${attributes}`;
      return { 'set-cookie': BASES.map((base) => cookieAt(publicPathOf(toUrl('/')) + base + PATH)) };
    },
    find(headers, provider, { state, now }) {
      const found = pairsOf(headers).filter(([name]) => name === nameOf(state));
      const [[, sealed = ''] = []] = found;
      const visit = found.length === 1 ? seals.open<Visit>(KIND, sealed, now) : undefined;
      if (visit?.state !== state || visit.provider !== provider) throw attemptInvalid(message('noSuchVisit'));
      return visit;
    },
    keysOf: (headers, now) =>
      pairsOf(headers).flatMap(([, sealed = '']) => seals.open<Visit>(KIND, sealed, now)?.key ?? []),
  };
}

/** The same failure for every invalid visit. The reason is for the log. */
export function attemptInvalid(reason: Message): AppError {
  return new AppError('attemptInvalid', { reason });
}
