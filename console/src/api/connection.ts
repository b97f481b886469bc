import { Connection, type Tokens } from '../../../server/client/runtime/connection.ts';
import { QuireError } from '../../../server/client/runtime/quire-error.ts';
import { apiBase } from '../base.ts';
import { language } from '../texts/index.ts';
import { withStepUp } from './step-up.ts';

export { QuireError };

/** Whether what was asked for is gone, or hidden from the caller. */
export function isMissing(error: unknown): boolean {
  return error instanceof QuireError && error.status === 404;
}

const BAD_VALUES = [400, 409, 422];

/** Whether what was sent is refused: it is no value of its field, or in the way of other records. */
export function refusesValues(error: unknown): error is QuireError {
  return error instanceof QuireError && BAD_VALUES.includes(error.status);
}

const FORBIDDEN = 10000;

/** The id by which a refusal is explained; undefined for other errors. */
export function refusalIdOf(error: unknown): string | undefined {
  return error instanceof QuireError && error.code === FORBIDDEN ? error.requestId : undefined;
}

/** The id of the request that was answered, by which histories name what it did. */
export function requestOf({ headers }: Response): string {
  return headers.get('x-request-id') ?? '';
}

/** Runs this once the network is back. */
export function whenOnline(run: () => void): void {
  addEventListener('online', run, { once: true });
}

/** The access token is in memory only. */
let tokens: Tokens | undefined;
let isPinned = false;
let onLost: () => void = () => {};
let renew: (stale: Tokens) => Promise<Tokens> = () => Promise.reject(new Error('not signed in'));

/** The connection for all requests. Sends the language, so that errors are in it. */
export const connection = new Connection({
  base: apiBase,
  tokens: {
    get: () => tokens,
    set(given) {
      const isLost = tokens !== undefined && given === undefined;
      if (!isPinned) tokens = given;
      if (isLost) onLost();
    },
  },
  renew: (stale) => renew(stale),
  fetch: (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('accept-language', language.value);
    const { method = 'GET' } = init;
    return withStepUp(method, () => fetch(url, { ...init, headers, credentials: 'same-origin' }));
  },
});

/** Sets how tokens are renewed and what happens if that fails. Called only by the session. */
export function configureTokens(how: { renew: typeof renew; onLost: () => void }): void {
  renew = how.renew;
  onLost = how.onLost;
}

/** Sets or clears the access token. */
export function setAccessToken(access: string | undefined): void {
  tokens = access === undefined ? undefined : { access, refresh: '' };
}

/** Sets an access token for the lifetime of the page, regardless of pending renewals. */
export function pinAccessToken(access: string): void {
  setAccessToken(access);
  isPinned = true;
}

/** The access token, for what the connection cannot send itself. */
export function accessToken(): string | undefined {
  return tokens?.access;
}
