import { Connection, type Tokens } from '../../../server/features/client/runtime/connection.ts';
import { QuireError } from '../../../server/features/client/runtime/quire-error.ts';
import { apiBase } from '../base.ts';
import { language } from '../texts/index.ts';
import { withStepUp } from './step-up.ts';

export { QuireError };

/** The access token lives here alone, so it is gone with the page. */
let tokens: Tokens | undefined;
let isPinned = false;
let onLost: () => void = () => {};
let renew: (stale: Tokens) => Promise<Tokens> = () => Promise.reject(new Error('not signed in'));

/** The one connection that everything is asked through. Sends the language, so that refusals come in it. */
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

/** How tokens are renewed, and what happens once they cannot be. The session alone calls it. */
export function configureTokens(how: { renew: typeof renew; onLost: () => void }): void {
  renew = how.renew;
  onLost = how.onLost;
}

/** Takes an access token; undefined forgets it. */
export function setAccessToken(access: string | undefined): void {
  tokens = access === undefined ? undefined : { access, refresh: '' };
}

/** Takes an access token for as long as the page stands: a renewal that was on its way does not replace it. */
export function pinAccessToken(access: string): void {
  setAccessToken(access);
  isPinned = true;
}

/** The access token, for what the connection cannot send itself. */
export function accessToken(): string | undefined {
  return tokens?.access;
}
