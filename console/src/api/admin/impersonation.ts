import { Connection, type Tokens } from '../../../../server/client/runtime/connection.ts';
import { apiBase, consoleBase } from '../../base.ts';
import { call } from '../call.ts';
import { accessToken } from '../connection.ts';
import { IMPERSONATED, impersonate, renew } from '../session.ts';

interface Impersonated {
  readonly id: string;
  readonly username: string;
}

/**
 * Shows the console as this user sees it, after `leave` has left the page, which the user may not have. It is read-only,
 * and every read is logged.
 */
export async function beginImpersonation(userId: string, leave: () => Promise<unknown>): Promise<void> {
  let own: Tokens = { access: accessToken() ?? '', refresh: '' };
  const begun = await call('POST /cms/access/impersonation', { body: { user_id: userId } });
  const { access_token, expire_time, username } = begun;
  const self: Connection = new Connection({
    base: apiBase,
    tokens: {
      get: () => own,
      set(tokens) {
        own = tokens ?? own;
      },
    },
    renew: () => renew(self),
    fetch: (url, init) => fetch(url, { ...init, credentials: 'same-origin' }),
  });
  const end = async () => {
    if (Date.now() < expire_time) sessionStorage.removeItem(IMPERSONATED); // else it ends without being asked to
    await self.request('DELETE', '/cms/access/impersonation').catch(() => {}); // it has ended, or ends by itself
    location.assign(`${consoleBase}admin/users/${userId}`);
  };
  await leave();
  await impersonate(access_token, { username, until: expire_time, end });
  sessionStorage.setItem(IMPERSONATED, JSON.stringify({ id: userId, username }));
}

/**
 * Ends as which user this tab showed the server before it was loaded again, and returns it; undefined if as none. The page
 * has lost the token, which would otherwise stay valid until its time is over.
 */
export function endLostImpersonation(): Impersonated | undefined {
  const kept = sessionStorage.getItem(IMPERSONATED);
  if (kept === null) return undefined;
  sessionStorage.removeItem(IMPERSONATED);
  call('DELETE /cms/access/impersonation').catch(() => {}); // it ends by itself
  return JSON.parse(kept) as Impersonated; // as written above
}
