import {
  type GrantedPermission,
  type GroupSummary,
  groupsOf,
  permissionsByGroup,
} from '../../access/accounts/group-membership.ts';
import { user } from '../../access/accounts/user.record.ts';
import { type Actor, anonymous } from '../../access/actor.ts';
import type { FindUsers } from '../../access/sign-in/actors.ts';
import type { Reader } from '../../database/engine.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/rows/reads.ts';

/** Finds users as the actors that they would be. */
export interface Users {
  readonly find: FindUsers;
  readonly reader: Reader;
}

/** A user whose access is explained, or a caller without a name. */
export interface Person {
  readonly actor: Actor;
  readonly isActive: boolean;
  readonly groups: readonly GroupSummary[];
  /** The groups of theirs that hold a permission, by its key. */
  readonly holders: ReadonlyMap<string, readonly GroupSummary[]>;
}

const nobody: Person = { actor: anonymous, isActive: true, groups: [], holders: new Map() };

/** The user with this id, as requests would know them; a caller without a name if there is no id. */
export async function findPerson(reads: Reads, users: Users, id: bigint | undefined): Promise<Person> {
  if (id === undefined) return nobody;
  const person = (await findPeople(reads, users, [id])).get(id);
  if (!person) throw new AppError('userNotFound');
  return person;
}

/** Many users, with the same few statements as one. */
export async function findPeople(
  reads: Reads,
  { find, reader }: Users,
  ids: readonly bigint[],
): Promise<Map<bigint, Person>> {
  const [found, rows, groups] = await Promise.all([
    find(ids, reader),
    ids.length > 0 ? reads.where(user, (select) => select.where('id', 'in', ids).orderBy('id')) : [],
    groupsOf(reads, ids),
  ]);
  const granted = await permissionsByGroup(reads, [
    ...new Set([...groups.values()].flat().map(({ id }) => id)),
  ]);
  return new Map(
    rows.map(({ id, username }): [bigint, Person] => {
      const own = groups.get(id) ?? [];
      const holders = holdersAmong(granted, own);
      const actor = found.get(id);
      const isActive = actor !== undefined && actor !== 'inactive';
      const asked = isActive ? actor : { ...anonymous, id, username, permissions: new Set(holders.keys()) };
      return [id, { actor: asked, isActive, groups: own, holders }];
    }),
  );
}

function holdersAmong(
  granted: ReadonlyMap<bigint, readonly GrantedPermission[]>,
  groups: readonly GroupSummary[],
) {
  const holders = new Map<string, GroupSummary[]>();
  for (const group of groups)
    for (const { key, until } of granted.get(group.id) ?? [])
      holders.set(key, [...(holders.get(key) ?? []), { ...group, until: earlier(group.until, until) }]);
  return holders;
}

/** The earlier of two ends; null for never. */
function earlier(one: number | null, other: number | null | undefined): number | null {
  return one === null || (other ?? one) < one ? (other ?? null) : one;
}
