import {
  BREAK_GLASS,
  beyond,
  type Door,
  type Giver,
  grant,
  groupsOf,
  isOver,
  LEVEL,
  lockGiverById,
  permission,
} from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import type { Writes } from '../../records/write/writes.ts';
import { message } from './messages/message.ts';
import { mayProvision } from './schemas.ts';

/** What the settings say of a directory. */
export interface DirectorySettings {
  /** Names of groups into which it may put people whatever they hold. */
  readonly handsOut: ReadonlySet<string>;
  /** Names of groups that settings rest on. */
  readonly named: ReadonlySet<string>;
}

interface Group {
  readonly id: bigint;
  readonly name: string;
}

/** What a directory reaches: like everybody, it gives what it holds itself, and groups that a setting hands to it. */
export interface DirectoryReach {
  /** Throws unless it may put people into this group. */
  requireGives(group: Group): Promise<void>;
  /** Throws unless it may take people out of this group. */
  requireTakes(group: Group): Promise<void>;
  /** Throws unless it may rename or delete this group. */
  requireOwns(group: Group): Promise<void>;
  /** Throws unless it could give all that this user holds: a directory that sets an address can act as its user. */
  requireActsAs(userId: bigint): Promise<void>;
  /** Throws unless it may let in who waits for an approval. */
  requireApproves(): void;
}

/** What the caller reaches, confirmed and locked inside the transaction. */
export async function lockReach(
  { actor, admission }: Pick<Door, 'actor' | 'admission'>,
  writes: Writes,
  { handsOut, named }: DirectorySettings,
): Promise<DirectoryReach> {
  const giver = await lockGiverById(writes, actor.id, [mayProvision.permission.key], {
    onlyLasting: admission.outlives,
  });
  const isSuper = giver.isSuper && !actor.key;
  const kept = actor.key?.collections === undefined ? actor.permissions : new Set<string>();
  const requireHeld = async ({ id, name }: Group) => {
    const lack = isSuper ? undefined : await lackFor(writes, { giver, kept }, id);
    if (lack !== undefined) throw beyond(message('groupHoldsMore', { group: name, permission: lack }));
  };
  const requireTakes = async (group: Group) => {
    if (!handsOut.has(group.name)) await requireHeld(group);
  };
  return {
    requireTakes,
    async requireGives(group) {
      if (admission.needsApproval && !handsOut.has(group.name)) throw new AppError('approvalNeeded');
      await requireTakes(group);
    },
    async requireOwns(group) {
      if (named.has(group.name)) throw beyond(message('settingNamesGroup', { group: group.name }));
      await requireHeld(group);
    },
    async requireActsAs(userId) {
      for (const one of (await groupsOf(writes, [userId])).get(userId) ?? [])
        if (one.level !== LEVEL.guest) await requireTakes(one);
    },
    requireApproves() {
      if (!isSuper) throw new AppError('approvalNeeded');
    },
  };
}

/** A permission of the group that the caller does not hold, or not for as long; undefined if there is none. */
async function lackFor(
  writes: Writes,
  { giver, kept }: { readonly giver: Giver; readonly kept: ReadonlySet<string> },
  groupId: bigint,
): Promise<string | undefined> {
  const grants = await writes.where(grant, (select) => select.where('group_id', '=', groupId));
  const all = grants.length > 0 ? await writes.where(permission, (select) => select) : [];
  const byId = new Map(all.map((record) => [record.id, record]));
  for (const { permission_id, until } of grants) {
    const record = byId.get(permission_id);
    if (!record || isOver(until)) continue;
    const end = kept.has(record.key) ? (giver.permissions.get(permission_id) ?? 0) : 0;
    if (record.key === BREAK_GLASS || (until ?? Number.POSITIVE_INFINITY) > end) return record.name;
  }
  return undefined;
}
