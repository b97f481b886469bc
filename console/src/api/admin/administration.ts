import { language } from '../../texts/index.ts';
import { call } from '../call.ts';
import type { AnswerOf, BodyOf, ItemOf } from '../route-types.ts';
import type { Validity } from './memberships.ts';

export type Group = ItemOf<'GET /cms/admin/group/all'>;
export type Session = ItemOf<'GET /cms/admin/user/:id/sessions'>;
export type Permission = AnswerOf<'GET /cms/admin/permission'>[string][number];
type RawUser = ItemOf<'GET /cms/admin/users'>;
export type User = ReturnType<typeof toUser>;

const toUser = ({ active, service, create_time, ...user }: RawUser) => ({
  ...user,
  isActive: active === 1,
  /** A program, which signs in by keys alone. */
  isService: service === true,
  createTime: create_time,
});

export const USERS_A_PAGE = 20;

export async function listUsers(page: number, keyword: string, group: string) {
  const filter = { ...(keyword !== '' && { keyword }), ...(group !== '' && { group_id: group }) };
  const query = { page, count: USERS_A_PAGE, service: true, ...filter };
  const { items, total } = await call('GET /cms/admin/users', { query });
  return { items: items.map(toUser), total };
}

/** The user with this id; undefined if the caller may not see them. */
export async function getUser(id: string): Promise<User | undefined> {
  const { items } = await call('GET /cms/admin/users', { query: { id, service: true } });
  return items.map(toUser)[0];
}

/** Creates a user and returns the id. */
export async function createUser(body: BodyOf<'POST /cms/user/register'>): Promise<string> {
  return (await call('POST /cms/user/register', { body })).id;
}

export async function changeUser(id: string, body: BodyOf<'PUT /cms/admin/user/:id'>): Promise<void> {
  await call('PUT /cms/admin/user/:id', { params: { id }, body });
}

export async function resetPassword(
  id: string,
  new_password: string,
  confirm_password: string,
): Promise<void> {
  await call('PUT /cms/admin/user/:id/password', {
    params: { id },
    body: { new_password, confirm_password },
  });
}

export async function setActive(id: string, isActive: boolean): Promise<void> {
  if (isActive) await call('PUT /cms/admin/user/:id/activation', { params: { id } });
  else await call('DELETE /cms/admin/user/:id/activation', { params: { id } });
}

export async function deleteUser(id: string): Promise<void> {
  await call('DELETE /cms/admin/user/:id', { params: { id } });
}

export async function listSessionsOf(id: string): Promise<readonly Session[]> {
  return call('GET /cms/admin/user/:id/sessions', { params: { id } });
}

export async function endSessionOf(id: string, session: string): Promise<void> {
  await call('DELETE /cms/admin/user/:id/sessions/:session', { params: { id, session } });
}

/** Ends all sessions of a user, except the one that asks. */
export async function endSessionsOf(id: string): Promise<void> {
  await call('DELETE /cms/admin/user/:id/sessions', { params: { id } });
}

export async function listGroups(): Promise<readonly Group[]> {
  return call('GET /cms/admin/group/all');
}

/** All permissions by module, both in the order of the reader's language. */
export async function listPermissions(): Promise<readonly Permission[]> {
  const { compare } = new Intl.Collator(language.value, { numeric: true });
  const all = Object.values(await call('GET /cms/admin/permission')).flat();
  return all.toSorted((one, other) => compare(one.module, other.module) || compare(one.name, other.name));
}

export interface Grants {
  /** Which permissions each group holds: `group/permission`. */
  readonly held: ReadonlySet<string>;
  /** The grants that end. */
  readonly ends: ReadonlyMap<string, Validity>;
  /** The number of users in each group whose grants the caller may change. */
  readonly members: ReadonlyMap<string, number>;
  /** The groups that may be deleted. */
  readonly deletable: ReadonlySet<string>;
}

export async function listGrants(): Promise<Grants> {
  const { items } = await call('GET /cms/admin/grants');
  const cellsOf = ({ group_id, permission_ids }: (typeof items)[number]) =>
    permission_ids.map((permission) => `${group_id}/${permission}`);
  const endsOf = ({ group_id, ends }: (typeof items)[number]) =>
    ends
      .filter(({ is_over }) => !is_over)
      .map(
        ({ permission_id, until, reason }) => [`${group_id}/${permission_id}`, { until, reason }] as const,
      );
  return {
    held: new Set(items.flatMap(cellsOf)),
    ends: new Map(items.flatMap(endsOf)),
    members: new Map(items.map(({ group_id, members }) => [group_id, members])),
    deletable: new Set(items.filter(({ deletable }) => deletable).map(({ group_id }) => group_id)),
  };
}

/** What a group is granted, for a time or for good, and what is taken from it. */
export interface GrantChange extends Partial<Validity> {
  readonly group_id: string;
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
}

export async function changeGrants(changes: readonly GrantChange[]): Promise<void> {
  await call('POST /cms/admin/grants', { body: { changes } });
}

export async function saveGroup(id: string | undefined, body: { name: string; info: string }): Promise<void> {
  if (id === undefined) await call('POST /cms/admin/group', { body });
  else await call('PUT /cms/admin/group/:id', { params: { id }, body });
}

export async function deleteGroup(id: string): Promise<void> {
  await call('DELETE /cms/admin/group/:id', { params: { id } });
}
