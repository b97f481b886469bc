import { membership } from '../../access/accounts/membership.collection.ts';
import { type Decision, type Owner, present, skipped, targetOf } from './decision.ts';
import { idOf, idOfRecord, type Move } from './move.ts';

/** A membership in the source. */
export interface Membership {
  readonly id: bigint;
  readonly userId: bigint;
  readonly groupId: bigint;
  readonly isOfRoot: boolean;
  readonly isTaken: boolean;
  /** Whether an earlier record holds the same user and group. */
  readonly isTwin: boolean;
  /** The group here. */
  readonly target: bigint | undefined;
}

export const MEMBERSHIPS = 'lin_user_group';

/** The memberships of these users. */
export async function readMemberships(
  { source, mapping }: Move,
  userIds: readonly bigint[],
): Promise<Membership[]> {
  const records = await source.records(
    `select t.id, t.user_id, t.group_id, g.level from ${source.from(MEMBERSHIPS)} t left join ${source.from('lin_group')} g on g.id = t.group_id
     where t.user_id in (?) order by t.id`,
    [userIds],
  );
  const taken = await mapping.targets(MEMBERSHIPS, records.map(idOfRecord));
  const groups = await mapping.targets(
    'lin_group',
    records.map((record) => idOf(record.group_id)),
  );
  const said = new Set<string>();
  return records.map((record) => {
    const what = `${record.user_id} ${record.group_id}`;
    const isTwin = said.has(what);
    said.add(what);
    return {
      id: idOfRecord(record),
      userId: idOf(record.user_id),
      groupId: idOf(record.group_id),
      isOfRoot: record.level === '1',
      isTaken: taken.has(idOfRecord(record)),
      isTwin,
      target: groups.get(idOf(record.group_id)),
    };
  });
}

/** Whether it becomes a membership here. */
export function isJoinable({ isOfRoot, target }: Membership): boolean {
  return !isOfRoot && target !== undefined;
}

export function decideMembership(
  { isTaken, isTwin, isOfRoot, groupId, target }: Membership,
  owner: Owner,
): Decision {
  if (isTaken) return present;
  if (owner.decision.outcome === 'skipped') return skipped('its user is not taken over');
  if (isOfRoot && owner.decision.outcome === 'present') return present;
  if (isOfRoot) return skipped('an import makes nobody a super administrator');
  if (isTwin) return skipped('the user is in the group twice');
  if (target === undefined) return skipped(`group ${groupId} is not taken over`);
  return {
    outcome: 'imported',
    changes: [],
    write: (at) => at().create(membership, { user_id: targetOf(owner), group_id: target }),
  };
}
