import { call } from '../call.ts';
import type { BodyOf, ItemOf } from '../route-types.ts';

/** A user that is a program. */
export type ServiceUser = ItemOf<'GET /cms/service-user'>;

/** An API key. It leaves some of its user's rights, or all; what is null is not limited. */
export type Key = ItemOf<'GET /cms/key'>;
export type NewKey = BodyOf<'POST /cms/key'>;

export const KEYS_A_PAGE = 20;
const MOST_LISTED = 100;

export async function listKeys(page: number, user: string) {
  return call('GET /cms/key', { query: { page, count: KEYS_A_PAGE, ...(user !== '' && { user_id: user }) } });
}

/** The first hundred keys, to choose from. */
export async function listSomeKeys(): Promise<readonly Key[]> {
  return (await call('GET /cms/key', { query: { count: MOST_LISTED } })).items;
}

export async function listServiceUsers(): Promise<readonly ServiceUser[]> {
  return (await call('GET /cms/service-user', { query: { count: MOST_LISTED } })).items;
}

export async function createServiceUser(username: string, group_ids: readonly string[]): Promise<void> {
  await call('POST /cms/service-user', { body: { username, group_ids } });
}

/** Creates a key and returns it; it is never shown again. */
export async function createKey(body: NewKey): Promise<string> {
  return (await call('POST /cms/key', { body })).key;
}

/** Returns a new key in place of one that works for one more day. */
export async function rotateKey(id: string): Promise<string> {
  return (await call('POST /cms/key/:id/rotation', { params: { id } })).key;
}

export async function revokeKey(id: string): Promise<void> {
  await call('DELETE /cms/key/:id', { params: { id } });
}
