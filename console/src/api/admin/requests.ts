import { connection, QuireError } from '../connection.ts';
import type { Terms } from './memberships.ts';

type Raw = Readonly<Record<string, unknown>>;
type Named = { readonly id: string; readonly name: string };

/** What somebody asks a second person to approve: a membership of a user, or grants to a group. */
export interface AccessRequest extends Terms {
  readonly id: string;
  readonly user: { readonly id: string; readonly username: string } | null;
  readonly group: Named;
  /** What is to be granted; for a membership, all that the group holds. */
  readonly permissions: readonly Named[];
  readonly asked_by: { readonly username: string };
  /** Whether the reader asked for it themselves. */
  readonly own: boolean;
  readonly create_time: number;
  /** Stands for all of this, so that nobody approves what they have not read. */
  readonly shown: string;
}

/** What is asked for. */
export type NewRequest = Terms & { readonly group: string } & (
    | { readonly user: string }
    | { readonly permissions: readonly bigint[] }
  );

const path = '/cms/admin/request';

/** The documented form of the route, with ids as texts. */
const toRequest = (raw: Raw): AccessRequest => {
  const { user, group } = raw as { user: Raw | null; group: Raw };
  return {
    ...(raw as unknown as AccessRequest),
    id: String(raw.id),
    user: user && { id: String(user.id), username: String(user.username) },
    group: { id: String(group.id), name: String(group.name) },
  };
};

export async function listRequests(): Promise<readonly AccessRequest[]> {
  return ((await connection.request('GET', path)) as unknown as Raw[]).map(toRequest); // a bare list
}

export async function createRequest({ group, until, reason, ...what }: NewRequest): Promise<void> {
  const about = 'user' in what ? { user_id: BigInt(what.user) } : { permission_ids: what.permissions };
  await connection.request('POST', path, { body: { ...about, group_id: BigInt(group), until, reason } });
}

export async function approve({ id, shown }: AccessRequest): Promise<void> {
  await connection.request('PUT', `${path}/${id}`, { body: { shown } });
}

/** Refuses a request, or withdraws one's own. */
export async function dismiss({ id }: AccessRequest): Promise<void> {
  await connection.request('DELETE', `${path}/${id}`);
}

/** Whether somebody else must approve what was asked for. */
export function needsApproval(error: unknown): boolean {
  return error instanceof QuireError && error.code === 10281;
}
