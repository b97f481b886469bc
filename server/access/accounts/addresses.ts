import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { asUserName } from '../../shared/text/profiles.ts';
import { foldedKey } from './folded-keys.ts';
import { user } from './user.collection.ts';

/** An address with its key and standing, for a record of a user. Empty and null both mean no address. */
export function addressed(
  email: string | null | undefined,
  email_standing: RecordOf<typeof user>['email_standing'] = 'given',
) {
  return { email: email || null, email_key: email ? foldedKey(email) : null, email_standing };
}

/** The user whose address this is. An address that a user only claims is not theirs. */
export async function findByAddress(reads: Reads, email: string): Promise<RecordOf<typeof user> | undefined> {
  const record = await reads.first(user, (select) => select.where('email_key', '=', foldedKey(email)));
  return record && isTheirs(record) ? record : undefined;
}

/**
 * Takes an address away from a user who has not verified it, once somebody else has proved the mailbox. Returns the user who
 * has verified it, if any.
 */
export async function freeFromClaim(
  writes: Writes,
  email: string,
): Promise<RecordOf<typeof user> | undefined> {
  const holder = await writes.first(user, (select) => select.where('email_key', '=', foldedKey(email)));
  if (!holder || isTheirs(holder)) return holder;
  await writes.update(user, holder.id, addressed(null));
  return undefined;
}

/** The user who signs in by this name or address. A name comes first, for it may look like an address. */
export async function findByNameOrAddress(
  reads: Reads,
  typed: string,
): Promise<RecordOf<typeof user> | undefined> {
  const key = foldedKey(typed);
  const name = asUserName(typed);
  const records = await reads.where(user, (select) =>
    select.where((e) => e.or([e('username', '=', name), e('name_key', '=', key), e('email_key', '=', key)])),
  );
  return byName(records, name, key) ?? records.find((record) => record.email_key === key && isTheirs(record));
}

/** The user of this name, however its letters are composed and in whatever case. */
export async function findByName(reads: Reads, typed: string): Promise<RecordOf<typeof user> | undefined> {
  const key = foldedKey(typed);
  const name = asUserName(typed);
  const records = await reads.where(user, (select) =>
    select.where((e) => e.or([e('username', '=', name), e('name_key', '=', key)])),
  );
  return byName(records, name, key);
}

/** Two older users may differ in case alone; then one of them has no key, and each is found by the exact name. */
function byName<Item extends Pick<RecordOf<typeof user>, 'username' | 'name_key'>>(
  records: readonly Item[],
  name: string,
  key: string,
): Item | undefined {
  return (
    records.find(({ username }) => username === name) ?? records.find(({ name_key }) => name_key === key)
  );
}

/** The user who has verified this address. One that was given is theirs, but nobody has proved it. */
export async function findByVerifiedAddress(
  reads: Reads,
  email: string,
): Promise<RecordOf<typeof user> | undefined> {
  const record = await findByAddress(reads, email);
  return record?.email_standing === 'verified' ? record : undefined;
}

/** The address for mails about a user's own things; undefined for inactive users, and without an address that is theirs. */
export function mailAddressOf(owner: RecordOf<typeof user> | undefined): string | undefined {
  return owner?.active && owner.email && isTheirs(owner) ? owner.email : undefined;
}

/** The condition for users, joined as `alias`, to whom `mailAddressOf` gives an address. */
export function isMailed(alias: string) {
  return (e: ExpressionBuilder<Tables, string>) =>
    e.and([
      e(`${alias}.active`, '=', true),
      e(`${alias}.email`, 'is not', null),
      e(`${alias}.email_standing`, '!=', 'claimed'),
    ]);
}

function isTheirs({ email_standing }: Pick<RecordOf<typeof user>, 'email_standing'>): boolean {
  return email_standing !== 'claimed';
}
