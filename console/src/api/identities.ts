import { call } from './call.ts';
import { connection } from './connection.ts';
import type { ItemOf } from './route-types.ts';

/** An account of the user at an identity provider. */
export type Identity = ItemOf<'GET /cms/oidc/identities'>;

const IDENTITIES = '/cms/oidc/identities';

export const listIdentities = () => call('GET /cms/oidc/identities');

/** Begins to link an identity: the address at the provider, which leads back to this page. */
export async function beginLink(provider: string, password: string): Promise<string> {
  const body = { return_to: '/console/profile', password };
  return String((await connection.request('POST', `/cms/oidc/${provider}/link`, { body })).url);
}

/** Links the identity by the code that came back; answers what the server says. */
export async function finishLink(code: string): Promise<string> {
  return String((await connection.request('POST', IDENTITIES, { body: { code } })).msg);
}

export async function unlink(id: string, password: string): Promise<string> {
  return String(
    (await connection.request('POST', `${IDENTITIES}/${id}/removal`, { body: { password } })).msg,
  );
}
