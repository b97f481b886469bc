import { connection } from '../connection.ts';

/** For how long something is given, null for good, and why. */
export interface Terms {
  readonly until: number | null;
  readonly reason: string;
}

/** A group of a user; one that has ended stays in sight for a while. */
export interface Membership extends Terms {
  readonly group_id: string;
  readonly name: string;
  readonly is_over: boolean;
}

type Raw = Readonly<Record<string, unknown>>;

const pathOf = (user: string) => `/cms/admin/user/${user}/memberships`;

export async function listMemberships(user: string): Promise<readonly Membership[]> {
  const rows = (await connection.request('GET', pathOf(user))) as unknown as Raw[]; // a bare list
  return rows.map((raw) => ({ ...(raw as unknown as Membership), group_id: String(raw.group_id) })); // the documented form of this route
}

export async function giveMembership(user: string, group: string, { until, reason }: Terms): Promise<void> {
  await connection.request('PUT', `${pathOf(user)}/${group}`, { body: { until, reason } });
}

export async function endMembership(user: string, group: string): Promise<void> {
  await connection.request('DELETE', `${pathOf(user)}/${group}`);
}
