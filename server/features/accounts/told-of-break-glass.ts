import { group, LEVEL } from '../../access/accounts/group.record.ts';
import { membership } from '../../access/accounts/membership.record.ts';
import { user } from '../../access/accounts/user.record.ts';
import type { Reads } from '../../records/rows/reads.ts';

/** A super administrator who is to be told of a break-glass. */
interface Told {
  readonly id: bigint;
  readonly username: string;
  /** Where a mail reaches them; null if none does. */
  readonly address: string | null;
}

/**
 * All super administrators for good. Each address counts, one that they only claim too: it is better to tell a wrong address
 * than nobody, and a super administrator may give every address anyway.
 */
export async function toldOfBreakGlass(reads: Reads, hasMail: boolean): Promise<Told[]> {
  const root = reads.query.selectFrom(group.name).select('id').where('level', '=', LEVEL.root);
  const members = await reads.where(membership, (select) =>
    select.where('group_id', 'in', root).where('until', 'is', null).orderBy('user_id'),
  );
  const told: Told[] = [];
  for (const { user_id: id } of members) {
    const one = await reads.find(user, id);
    if (one?.active) told.push({ id, username: one.username, address: (hasMail && one.email) || null });
  }
  return told;
}

/** Whom a break-glass of these minutes would not tell, as a sentence for the operator; none where it is off or tells everybody. */
export async function breakGlassNotices(reads: Reads, minutes: number, hasMail: boolean): Promise<string[]> {
  if (minutes === 0) return [];
  const names = untold(await toldOfBreakGlass(reads, hasMail));
  if (names.length === 0) return [];
  const why = hasMail ? 'these super administrators have no address' : 'no mail is set up';
  return [`BREAK_GLASS_MINUTES: nobody mails ${names.join(', ')} about a break-glass: ${why}`];
}

export function untold(all: readonly Told[]): string[] {
  return all.flatMap(({ username, address }) => (address === null ? username : []));
}
