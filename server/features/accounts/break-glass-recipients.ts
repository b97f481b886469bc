import { group, LEVEL } from '../../access/accounts/group.record.ts';
import { membership } from '../../access/accounts/membership.record.ts';
import { user } from '../../access/accounts/user.record.ts';
import type { Reads } from '../../records/rows/reads.ts';

/** A super administrator to inform of a break-glass. */
interface Recipient {
  readonly id: bigint;
  readonly username: string;
  /** Where a mail reaches them; null if none does. */
  readonly address: string | null;
}

/**
 * All permanent super administrators. Unverified addresses count too: mailing a wrong address is better than mailing nobody,
 * and super administrators may set any address anyway.
 */
export async function breakGlassRecipients(reads: Reads, hasMail: boolean): Promise<Recipient[]> {
  const root = reads.query.selectFrom(group.name).select('id').where('level', '=', LEVEL.root);
  const members = await reads.where(membership, (select) =>
    select.where('group_id', 'in', root).where('until', 'is', null).orderBy('user_id'),
  );
  const recipients: Recipient[] = [];
  for (const { user_id: id } of members) {
    const one = await reads.find(user, id);
    if (one?.active) recipients.push({ id, username: one.username, address: (hasMail && one.email) || null });
  }
  return recipients;
}

/**
 * A notice for the operator that names whom no mail about a break-glass would reach; empty if it is off or reaches everybody.
 */
export async function breakGlassNotices(reads: Reads, minutes: number, hasMail: boolean): Promise<string[]> {
  if (minutes === 0) return [];
  const names = unreachedOf(await breakGlassRecipients(reads, hasMail));
  if (names.length === 0) return [];
  const why = hasMail ? 'these super administrators have no address' : 'no mail is set up';
  return [`BREAK_GLASS_MINUTES: nobody mails ${names.join(', ')} about a break-glass: ${why}`];
}

/** The names of recipients whom no mail reaches. */
export function unreachedOf(all: readonly Recipient[]): string[] {
  return all.flatMap(({ username, address }) => (address === null ? username : []));
}
