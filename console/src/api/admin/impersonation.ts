import { Connection, type Tokens } from '../../../../server/features/client/runtime/connection.ts';
import { apiBase, consoleBase } from '../../base.ts';
import { accessToken, connection } from '../connection.ts';
import { impersonate, renew } from '../session.ts';

const path = '/cms/access/impersonation';

/**
 * Shows the console as this user sees it, after `leave` has left the page, which the user may not have. It is read-only,
 * and every read is logged.
 */
export async function beginImpersonation(userId: string, leave: () => Promise<unknown>): Promise<void> {
  let own: Tokens = { access: accessToken() ?? '', refresh: '' };
  const begun = await connection.request('POST', path, { body: { user_id: BigInt(userId) } });
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
    await self.request('DELETE', path).catch(() => {}); // it has ended, or ends by itself
    location.assign(`${consoleBase}admin/users/${userId}`);
  };
  const { access_token, expire_time, username } = begun;
  const until = Number(expire_time);
  await leave();
  await impersonate(String(access_token), { username: String(username), until, end });
}
