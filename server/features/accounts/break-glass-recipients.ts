import { permanentSuperAdministrators } from '../../access/delegation/super-administrators.ts';
import type { Reads } from '../../records/store/reads.ts';

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
  const all = await permanentSuperAdministrators(reads);
  return all.map(({ id, username, email }) => ({ id, username, address: (hasMail && email) || null }));
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
