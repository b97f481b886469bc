import { connection } from '../connection.ts';
import type { Terms } from './memberships.ts';

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly info: string;
}

export interface User {
  readonly id: string;
  readonly username: string;
  readonly nickname: string;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly isActive: boolean;
  /** A program, which signs in by keys alone. */
  readonly isService: boolean;
  readonly createTime: number;
  readonly groups: readonly Group[];
}

export interface Permission {
  readonly id: string;
  readonly name: string;
  readonly module: string;
}

export interface Session {
  readonly id: string;
  readonly current: boolean;
  readonly address: string;
  readonly agent: string;
  /** How it was proved who signs in. */
  readonly proved_by: readonly string[];
  readonly create_time: number;
  readonly refreshed_time: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

type Raw = Readonly<Record<string, unknown>>;

// Each of these is the documented form of its route.
const toGroup = ({ id, name, info }: Raw): Group => ({
  id: String(id),
  name: String(name),
  info: String(info),
});
const toPermission = ({ id, name, module }: Raw): Permission => ({
  id: String(id),
  name: String(name),
  module: String(module),
});
const toUser = (raw: Raw): User => ({
  ...(raw as unknown as User),
  id: String(raw.id),
  isActive: raw.active === 1,
  isService: raw.service === true,
  createTime: Number(raw.create_time),
  groups: (raw.groups as Raw[]).map(toGroup),
});
const toSession = (raw: Raw): Session => ({ ...(raw as unknown as Session), id: String(raw.id) });

export const USERS_A_PAGE = 20;

export async function listUsers(page: number, keyword: string, group: string): Promise<Page<User>> {
  const query: [string, string][] = [
    ['page', String(page)],
    ['count', String(USERS_A_PAGE)],
    ['keyword', keyword],
    ['group_id', group],
    ['service', 'true'],
  ];
  const { items, total } = await connection.request('GET', '/cms/admin/users', { query });
  return { items: (items as Raw[]).map(toUser), total: Number(total) };
}

/** The user with this id; undefined if the caller may not see them. */
export async function getUser(id: string): Promise<User | undefined> {
  const query: [string, string][] = [
    ['id', id],
    ['service', 'true'],
  ];
  const { items } = await connection.request('GET', '/cms/admin/users', { query });
  return (items as Raw[]).map(toUser)[0];
}

/** Creates a user and answers the id. */
export async function createUser(body: {
  username: string;
  password: string;
  confirm_password: string;
  email: string | null;
  group_ids: readonly string[];
}): Promise<string> {
  const { id } = await connection.request('POST', '/cms/user/register', {
    body: { ...body, group_ids: body.group_ids.map(BigInt) },
  });
  return String(id);
}

export async function changeAddressOf(id: string, email: string | null): Promise<void> {
  await connection.request('PUT', `/cms/admin/user/${id}`, { body: { email } });
}

export async function resetPassword(
  id: string,
  new_password: string,
  confirm_password: string,
): Promise<void> {
  await connection.request('PUT', `/cms/admin/user/${id}/password`, {
    body: { new_password, confirm_password },
  });
}

export async function setActive(id: string, isActive: boolean): Promise<void> {
  await connection.request(isActive ? 'PUT' : 'DELETE', `/cms/admin/user/${id}/activation`);
}

export async function deleteUser(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/admin/user/${id}`);
}

export async function listSessionsOf(id: string): Promise<readonly Session[]> {
  return ((await connection.request('GET', `/cms/admin/user/${id}/sessions`)) as unknown as Raw[]).map(
    toSession,
  );
}

export async function endSessionOf(id: string, session: string): Promise<void> {
  await connection.request('DELETE', `/cms/admin/user/${id}/sessions/${session}`);
}

/** Ends all sessions of a user, except the one that asks. */
export async function endSessionsOf(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/admin/user/${id}/sessions`);
}

export async function listGroups(): Promise<readonly Group[]> {
  return ((await connection.request('GET', '/cms/admin/group/all')) as unknown as Raw[]).map(toGroup);
}

/** All permissions, in the order in which the server lists them. */
export async function listPermissions(): Promise<readonly Permission[]> {
  const byModule = await connection.request('GET', '/cms/admin/permission');
  return Object.values(byModule).flatMap((list) => (list as Raw[]).map(toPermission));
}

type EndingTerms = Terms & { readonly until: number };

export interface Grants {
  /** Which permissions each group holds: `group/permission`. */
  readonly held: ReadonlySet<string>;
  /** Those of them that end. */
  readonly ends: ReadonlyMap<string, EndingTerms>;
  /** How many users each group has whose grants the caller may change. */
  readonly members: ReadonlyMap<string, number>;
  /** The groups that may be deleted. */
  readonly deletable: ReadonlySet<string>;
}

export async function listGrants(): Promise<Grants> {
  const { items } = await connection.request('GET', '/cms/admin/grants');
  const groups = (items as Raw[]).map(
    ({ group_id, ...others }) => ({ id: String(group_id), ...others }) as RawGrants,
  );
  return {
    held: new Set(groups.flatMap(({ id, permission_ids }) => permission_ids.map((one) => `${id}/${one}`))),
    ends: new Map(groups.flatMap(({ id, ends }) => ends.flatMap((one) => toEnding(id, one)))),
    members: new Map(groups.map(({ id, members }) => [id, members])),
    deletable: new Set(groups.flatMap(({ id, deletable }) => (deletable ? [id] : []))),
  };
}

/** Grants that have ended are left out. */
function toEnding(group: string, { permission_id, until, reason, is_over }: RawGrants['ends'][number]) {
  const cell = `${group}/${permission_id}`;
  return is_over ? [] : [[cell, { until, reason }] as const];
}

interface RawGrants {
  readonly id: string;
  readonly permission_ids: readonly unknown[];
  readonly ends: readonly (EndingTerms & { readonly permission_id: unknown; readonly is_over: boolean })[];
  readonly members: number;
  readonly deletable: boolean;
}

/** What a group is granted, on these terms or for good, and what is taken from it. */
export interface GrantChange extends Partial<Terms> {
  readonly group_id: bigint;
  readonly grant: readonly bigint[];
  readonly revoke: readonly bigint[];
}

export async function changeGrants(changes: readonly GrantChange[]): Promise<void> {
  await connection.request('POST', '/cms/admin/grants', { body: { changes } });
}

export async function saveGroup(id: string | undefined, body: { name: string; info: string }): Promise<void> {
  if (id === undefined) await connection.request('POST', '/cms/admin/group', { body });
  else await connection.request('PUT', `/cms/admin/group/${id}`, { body });
}

export async function deleteGroup(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/admin/group/${id}`);
}
