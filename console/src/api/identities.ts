import { connection } from './connection.ts';

/** Who the user is at a provider of single sign-on. */
export interface Identity {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly create_time: number;
}

const IDENTITIES = '/cms/oidc/identities';

export async function listIdentities(): Promise<readonly Identity[]> {
  const list = (await connection.request('GET', IDENTITIES)) as unknown as readonly Identity[]; // a bare list
  return list.map((one) => ({ ...one, id: String(one.id) }));
}

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
