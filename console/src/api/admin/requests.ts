import { call } from '../call.ts';
import { QuireError } from '../connection.ts';
import type { ItemOf } from '../route-types.ts';
import type { Validity } from './memberships.ts';

/** A request to a second person to approve a membership of a user, or grants to a group. */
export type AccessRequest = ItemOf<'GET /cms/admin/request'>;

export type NewRequest = Validity & { readonly group: string } & (
    | { readonly user: string }
    | { readonly permissions: readonly string[] }
  );

export async function listRequests(): Promise<readonly AccessRequest[]> {
  return call('GET /cms/admin/request');
}

export async function createRequest({ group, until, reason, ...what }: NewRequest): Promise<void> {
  const subject = 'user' in what ? { user_id: what.user } : { permission_ids: what.permissions };
  await call('POST /cms/admin/request', { body: { ...subject, group_id: group, until, reason } });
}

/** Approves a request as it was shown. */
export async function approve({ id, shown }: AccessRequest): Promise<void> {
  await call('PUT /cms/admin/request/:id', { params: { id }, body: { shown } });
}

/** Refuses a request, or withdraws one's own. */
export async function dismiss({ id }: AccessRequest): Promise<void> {
  await call('DELETE /cms/admin/request/:id', { params: { id } });
}

/** Whether the server requires the approval of a second person. */
export function needsApproval(error: unknown): boolean {
  return error instanceof QuireError && error.code === 10281;
}
