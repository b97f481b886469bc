import { type AccessRule, permissionsIn } from '../definitions/access-rule.ts';
import { type Reads, system, whereEvenDeleted } from '../records/index.ts';
import { isErased } from './accounts/erased-user.ts';
import { user } from './accounts/user.collection.ts';
import { type Actor, anonymous } from './actor.ts';

/** The author of a change. The name is null if the account was deleted; an erased account has a name that says so. */
export interface KnownUser {
  readonly id: bigint;
  readonly username: string | null;
}

/** Whether an actor may know users' names. It takes a granted permission; a rule that admits everybody is not enough. */
export function knowsUsers(actor: Actor, rule: AccessRule | undefined): boolean {
  return (
    actor.isSuper || (rule !== undefined && permissionsIn(rule).some(({ key }) => actor.permissions.has(key)))
  );
}

/** Users by their ids; null if the caller may not know them. Reads all names in one query. */
export async function knownUsers(
  reads: Reads,
  actor: Actor,
  rule: AccessRule | undefined,
  ids: readonly bigint[],
): Promise<(id: bigint) => KnownUser | null> {
  const knowsAll = knowsUsers(actor, rule);
  const wanted = [...new Set(ids.filter((id) => knowsAll || id === actor.id))];
  const records =
    wanted.length > 0 ? await reads.where(user, (select) => select.where('id', 'in', wanted)) : [];
  const missing = wanted.filter((id) => id > 0n && !records.some((record) => record.id === id));
  const gone =
    missing.length > 0
      ? await whereEvenDeleted(reads, user, (select) => select.where('id', 'in', missing))
      : [];
  const names = new Map([
    [system.id, system.username],
    [anonymous.id, 'anonymous'],
    ...[...records, ...gone.filter(isErased)].map((record) => [record.id, record.username] as const),
  ]);
  return (id) => (wanted.includes(id) ? { id, username: names.get(id) ?? null } : null);
}
