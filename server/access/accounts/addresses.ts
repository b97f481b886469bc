import type { RowOf } from '../../definitions/types/row-types.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';
import { asUserName } from '../../shared/text/profiles.ts';
import { foldedKey } from './folded-keys.ts';
import { user } from './user.collection.ts';

/** An address with its key and standing, for a row of a user. Empty and null both mean no address. */
export function addressed(
  email: string | null | undefined,
  email_standing: RowOf<typeof user>['email_standing'] = 'given',
) {
  return { email: email || null, email_key: email ? foldedKey(email) : null, email_standing };
}

/** The user whose address this is. An address that a user only claims is not theirs. */
export async function findByAddress(reads: Reads, email: string): Promise<RowOf<typeof user> | undefined> {
  const row = await reads.first(user, (select) => select.where('email_key', '=', foldedKey(email)));
  return row && isTheirs(row) ? row : undefined;
}

/**
 * Takes an address away from a user who has not verified it, once somebody else has proved the mailbox. Returns the user who
 * has verified it, if any.
 */
export async function freeFromClaim(writes: Writes, email: string): Promise<RowOf<typeof user> | undefined> {
  const holder = await writes.first(user, (select) => select.where('email_key', '=', foldedKey(email)));
  if (!holder || isTheirs(holder)) return holder;
  await writes.update(user, holder.id, addressed(null));
  return undefined;
}

/** The user who signs in by this name or address. A name comes first, for it may look like an address. */
export async function findByNameOrAddress(
  reads: Reads,
  typed: string,
): Promise<RowOf<typeof user> | undefined> {
  const key = foldedKey(typed);
  const name = asUserName(typed);
  const rows = await reads.where(user, (select) =>
    select.where((e) => e.or([e('username', '=', name), e('name_key', '=', key), e('email_key', '=', key)])),
  );
  return byName(rows, name, key) ?? rows.find((row) => row.email_key === key && isTheirs(row));
}

/** The user of this name, however its letters are composed and in whatever case. */
export async function findByName(reads: Reads, typed: string): Promise<RowOf<typeof user> | undefined> {
  const key = foldedKey(typed);
  const name = asUserName(typed);
  const rows = await reads.where(user, (select) =>
    select.where((e) => e.or([e('username', '=', name), e('name_key', '=', key)])),
  );
  return byName(rows, name, key);
}

/** Two older users may differ in case alone; then one of them has no key, and each is found by the exact name. */
function byName<Row extends Pick<RowOf<typeof user>, 'username' | 'name_key'>>(
  rows: readonly Row[],
  name: string,
  key: string,
): Row | undefined {
  return rows.find(({ username }) => username === name) ?? rows.find(({ name_key }) => name_key === key);
}

/** The user who has verified this address. One that was given is theirs, but nobody has proved it. */
export async function findByVerifiedAddress(
  reads: Reads,
  email: string,
): Promise<RowOf<typeof user> | undefined> {
  const row = await findByAddress(reads, email);
  return row?.email_standing === 'verified' ? row : undefined;
}

/** The address for mails about a user's own things; undefined for inactive users, and without an address that is theirs. */
export function mailAddressOf(owner: RowOf<typeof user> | undefined): string | undefined {
  return owner?.active && owner.email && isTheirs(owner) ? owner.email : undefined;
}

function isTheirs({ email_standing }: Pick<RowOf<typeof user>, 'email_standing'>): boolean {
  return email_standing !== 'claimed';
}
