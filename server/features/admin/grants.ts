import {
  beyond,
  forGood,
  type Giver,
  grant,
  isOver,
  permission,
  type Validity,
  validityColumns,
} from '../../access/index.ts';
import type { Permission } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import { render, type Text } from '../../messages/message.ts';
import { type Reads, removeWhere, type Writes } from '../../records/index.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';

/** Permissions by their ids or, as older clients send them, by their names in any language. Their keys count as names. */
export type PermissionList = { readonly ids: readonly bigint[] } | { readonly names: readonly string[] };

/** The permissions to grant, their names, and the field that named them. */
export type Listed = readonly (Pick<RecordOf<typeof permission>, 'id' | 'key'> & {
  readonly name: Text;
  readonly asked: string;
})[];

/**
 * The listed permissions. A name selects all permissions with that name. Throws if one does not exist; callers who may not know
 * all permissions get the same error as for one that they do not hold.
 */
export async function getPermissions(
  reads: Reads,
  { declared, giver: { isSuper } }: Asked,
  permissions: PermissionList,
): Promise<Listed> {
  const wanted = 'ids' in permissions ? permissions.ids : permissions.names;
  if (wanted.length === 0) return [];
  const records = await reads.where(permission, (select) => {
    const mounted = select.where('mount', '=', true).orderBy('id');
    return 'ids' in permissions ? mounted.where('id', 'in', wanted) : mounted;
  });
  const namesOf = 'ids' in permissions ? ({ id }: Stored) => [id] : allNames(declared);
  const isWanted = new Set<unknown>(wanted);
  const found = records.flatMap((record) => {
    const asked = namesOf(record).find((name) => isWanted.has(name));
    return asked === undefined ? [] : [{ ...record, asked: String(asked) }];
  });
  const known = new Set<unknown>(found.flatMap(namesOf));
  const missing = wanted.find((one) => !known.has(one));
  const texts = new Map(declared.map(({ key, name }) => [key, name]));
  if (missing === undefined)
    return found.map((record) => ({ ...record, name: texts.get(record.key) ?? record.name }));
  if (!isSuper) throw beyond(message('notOwnPermission', { permission: String(missing) }));
  throw new AppError(failures.permissionNotFound, { detail: String(missing) });
}

/** All permissions; none until the table of routes is complete. */
export type Declared = () => readonly Permission[];

/** How the request names permissions, and who the caller is. */
export interface Asked {
  readonly declared: readonly Permission[];
  readonly giver: Pick<Giver, 'isSuper'>;
}

type Stored = RecordOf<typeof permission>;

/** By which words a permission may be named: its key, and its name as stored and in each language. */
function allNames(declared: readonly Permission[]): (stored: Stored) => readonly (bigint | string)[] {
  const texts = new Map(declared.map(({ key, name }) => [key, name]));
  return ({ key, name }) => {
    const text = texts.get(key);
    return [key, name, ...(text === undefined ? [] : LANGUAGES.map((language) => render(text, language)))];
  };
}

/** Grants the permissions that the group does not hold yet, for this time, and returns their number. */
export async function addGrants(
  writes: Writes,
  groupId: bigint,
  permissions: Listed,
  validity: Validity = forGood,
): Promise<number> {
  const wanted = new Set(permissions.map(({ id }) => id));
  let changed = 0;
  for (const record of await held(writes, groupId)) {
    const isOther =
      record.until !== validity.until || (validity.reason !== '' && record.reason !== validity.reason);
    if (!wanted.delete(record.permission_id) || !isOther) continue;
    await writes.update(grant, record.id, validityColumns(validity));
    changed += 1;
  }
  for (const permission_id of wanted)
    await writes.create(grant, { group_id: groupId, permission_id, ...validity });
  return changed + wanted.size;
}

/** Revokes those of the permissions that the group holds. */
export async function removeGrants(writes: Writes, groupId: bigint, permissions: Listed): Promise<void> {
  const unwanted = new Set(permissions.map(({ id }) => id));
  for (const record of await held(writes, groupId))
    if (unwanted.has(record.permission_id)) await writes.remove(grant, record.id);
}

/** Revokes all permissions of a group. */
export async function removeAllGrants(writes: Writes, groupId: bigint): Promise<void> {
  await removeWhere(writes, grant, (select) => select.where('group_id', '=', groupId));
}

function held(reads: Reads, groupId: bigint) {
  return reads.where(grant, (select) => select.where('group_id', '=', groupId));
}

/** The grants of each group that end or have ended. */
export async function grantsThatEnd(reads: Reads, groupIds: readonly bigint[]) {
  if (groupIds.length === 0) return new Map<bigint, never[]>();
  const records = await reads.where(grant, (select) =>
    select.where('group_id', 'in', groupIds).where('until', 'is not', null).orderBy('id'),
  );
  return Map.groupBy(
    records.map((record) => ({ ...record, is_over: isOver(record.until) })),
    ({ group_id }) => group_id,
  );
}
