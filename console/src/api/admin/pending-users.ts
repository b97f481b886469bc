import { call } from '../call.ts';
import type { ItemOf } from '../route-types.ts';

/** An invitation by mail that has not been answered. */
export type Invitation = ItemOf<'GET /cms/admin/invitation'>;

/** A user who has signed up and waits for approval. */
export type SignUp = ItemOf<'GET /cms/admin/sign-up'>;

export const listInvitations = () => call('GET /cms/admin/invitation');
export const listSignUps = () => call('GET /cms/admin/sign-up');

export async function invite(email: string, groups: readonly string[]): Promise<void> {
  await call('POST /cms/admin/invitation', { body: { email, group_ids: groups } });
}

export async function withdrawInvitation(id: string): Promise<void> {
  await call('DELETE /cms/admin/invitation/:id', { params: { id } });
}

export async function approveSignUp(id: string): Promise<void> {
  await call('PUT /cms/admin/sign-up/:id', { params: { id } });
}

/** Refuses a sign-up and deletes its account. */
export async function refuseSignUp(id: string): Promise<void> {
  await call('DELETE /cms/admin/sign-up/:id', { params: { id } });
}
