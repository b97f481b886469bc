import {
  type Actor,
  BREAK_GLASS,
  decide,
  explain,
  givePermissions,
  managedBy,
  manageSessions,
  manageUsers,
  orSuper,
  ownGroups,
  user,
} from '../../../access/index.ts';
import type { AccessRule } from '../../../definitions/access-rule.ts';
import { AppError } from '../../../errors.ts';
import type { Reads, Select } from '../../../records/index.ts';
import { message } from '../messages/message.ts';
import type { Changes } from './changes.ts';

/** What a caller may change, and may know about the effects. */
export interface Sight {
  /** Whether the caller is a super administrator, who may know everything. */
  readonly isWhole: boolean;
  /** Narrows groups to those that the caller may change. */
  readonly groups: (select: Select) => Select;
  /** Narrows memberships to those of users whom the caller may see. */
  readonly members: (select: Select) => Select;
  /** Which of these users the caller may move to other groups. */
  readonly managed: (ids: readonly bigint[]) => Promise<ReadonlySet<bigint>>;
  /** Whether the caller may give the permission of this key. */
  readonly gives: (key: string) => boolean;
  /** Whether the caller meets this rule; other rules are not shown at all. */
  readonly knows: (rule: AccessRule) => boolean;
}

/** The rule of previews: those who may give something see what it would do. */
export const previewing = orSuper(givePermissions, manageUsers);

/** What a caller may know about a preview. Throws if they may not make such changes at all. */
export function sightOf(
  actor: Actor,
  reads: Reads,
  { changes, switchedOff }: { readonly changes: Changes; readonly switchedOff: ReadonlySet<string> },
): Sight {
  requireRight(actor, givePermissions, changes.grants);
  requireRight(actor, manageUsers, changes.memberships);
  const managed = managedBy(reads, actor);
  const users = () => reads.query.selectFrom(user.name).select('id');
  const seesUsers = decide(actor, orSuper(manageUsers, manageSessions)).allowed;
  return {
    isWhole: actor.isSuper,
    groups: ownGroups(actor),
    members: (select) => {
      if (actor.isSuper) return select;
      return select.where((e) =>
        e.or([e('user_id', '=', actor.id), ...(seesUsers ? [e('user_id', 'in', managed(users()))] : [])]),
      );
    },
    async managed(ids) {
      if (actor.isSuper || ids.length === 0) return new Set(ids);
      const records = await reads.where(user, (select) => managed(select).where('id', 'in', ids));
      return new Set(records.map(({ id }) => id));
    },
    gives: (key) => actor.isSuper || (key !== BREAK_GLASS && actor.permissions.has(key)),
    knows: (rule) => actor.isSuper || explain(actor, rule, switchedOff).records !== 'none',
  };
}

function requireRight(actor: Actor, rule: AccessRule, changes: readonly unknown[] = []): void {
  if (changes.length === 0 || decide(actor, orSuper(rule)).allowed) return;
  throw new AppError('superRequired', { reason: message('mayNotPreview') });
}
