import { connection } from '../connection.ts';

type Raw = Readonly<Record<string, unknown>>;

/** A mail that invites somebody and has not been answered. */
export interface Invitation {
  readonly id: string;
  readonly address: string;
  readonly expire_time: number;
}

/** A user who has signed up and waits for an administrator. */
export interface SignUp {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly create_time: number;
}

async function listed<Item>(path: '/cms/admin/invitation' | '/cms/admin/sign-up'): Promise<readonly Item[]> {
  const items = (await connection.request('GET', path)) as unknown as Raw[]; // a bare list
  return items.map((raw) => ({ ...(raw as unknown as Item), id: String(raw.id) })); // the documented form of both routes
}

export const listInvitations = () => listed<Invitation>('/cms/admin/invitation');
export const listSignUps = () => listed<SignUp>('/cms/admin/sign-up');

export async function invite(email: string, groups: readonly string[]): Promise<void> {
  await connection.request('POST', '/cms/admin/invitation', {
    body: { email, group_ids: groups.map(BigInt) },
  });
}

export async function withdrawInvitation(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/admin/invitation/${id}`);
}

export async function approveSignUp(id: string): Promise<void> {
  await connection.request('PUT', `/cms/admin/sign-up/${id}`);
}

/** Refuses a sign-up: the account is deleted. */
export async function refuseSignUp(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/admin/sign-up/${id}`);
}
