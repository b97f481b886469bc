import { connection } from '../connection.ts';

/** A user that is a program. */
export interface ServiceUser {
  readonly id: string;
  readonly username: string;
  readonly active: boolean;
  /** The keys of the permissions that its groups hold. */
  readonly permissions: readonly string[];
}

/** An API key as lists show it. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly user: { readonly username: string };
  readonly permissions: readonly string[] | null;
  readonly records: readonly string[] | null;
  readonly networks: readonly string[] | null;
  readonly read_only: boolean;
  readonly manages_accounts: boolean;
  readonly expire_time: number | null;
  readonly replaced_by: unknown;
  readonly used_time: number | null;
  readonly used_network: string | null;
}

/** What a new key leaves of its user's rights; what is null is not limited. */
export interface NewKey {
  readonly user_id: string;
  readonly name: string;
  readonly permissions: readonly string[] | null;
  readonly records: readonly string[] | null;
  readonly networks: readonly string[] | null;
  readonly read_only: boolean;
  readonly manages_accounts: boolean;
  readonly expire_time: number | null;
}

export const KEYS_A_PAGE = 20;
const MOST_LISTED = '100';

export async function listKeys(page: number, user: string) {
  const query: [string, string][] = [
    ['page', String(page)],
    ['count', String(KEYS_A_PAGE)],
    ['user_id', user],
  ];
  const { items, total } = await connection.request('GET', '/cms/key', { query });
  const keys = (items as Key[]).map((key) => ({ ...key, id: String(key.id) })); // the documented form of this route
  return { items: keys as readonly Key[], total: Number(total) };
}

/** The first hundred keys, to choose from. */
export async function listSomeKeys(): Promise<readonly Pick<Key, 'id' | 'name' | 'user'>[]> {
  const { items } = await connection.request('GET', '/cms/key', { query: [['count', MOST_LISTED]] });
  return (items as Key[]).map((key) => ({ ...key, id: String(key.id) })); // the documented form of this route
}

export async function listServiceUsers(): Promise<readonly ServiceUser[]> {
  const { items } = await connection.request('GET', '/cms/service-user', { query: [['count', MOST_LISTED]] });
  return (items as ServiceUser[]).map((user) => ({ ...user, id: String(user.id) })); // the documented form of this route
}

export async function createServiceUser(username: string, groupIds: readonly string[]): Promise<void> {
  await connection.request('POST', '/cms/service-user', {
    body: { username, group_ids: groupIds.map(BigInt) },
  });
}

/** Makes a key and answers it: nothing shows it again. */
export async function createKey(body: NewKey): Promise<string> {
  const { key } = await connection.request('POST', '/cms/key', {
    body: { ...body, user_id: BigInt(body.user_id) },
  });
  return String(key);
}

/** Replaces a key, which goes on for a day, and answers the new one. */
export async function rotateKey(id: string): Promise<string> {
  const { key } = await connection.request('POST', `/cms/key/${id}/rotation`, { body: {} });
  return String(key);
}

export async function revokeKey(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/key/${id}`);
}
