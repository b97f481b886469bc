import { call } from '../call.ts';
import type { ItemOf } from '../route-types.ts';

/** Until when something is given, null for good, and why. */
export interface Validity {
  readonly until: number | null;
  readonly reason: string;
}

/** A group of a user. Memberships that have ended stay listed for a while. */
export type Membership = ItemOf<'GET /cms/admin/user/:id/memberships'>;

export async function listMemberships(user: string): Promise<readonly Membership[]> {
  return call('GET /cms/admin/user/:id/memberships', { params: { id: user } });
}

export async function giveMembership(
  user: string,
  group: string,
  { until, reason }: Validity,
): Promise<void> {
  const params = { id: user, group };
  await call('PUT /cms/admin/user/:id/memberships/:group', { params, body: { until, reason } });
}

export async function endMembership(user: string, group: string): Promise<void> {
  await call('DELETE /cms/admin/user/:id/memberships/:group', { params: { id: user, group } });
}
