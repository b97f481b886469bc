import type { RowOf } from '../../definitions/types/row-types.ts';
import type { Records } from '../../records/records.ts';
import type { Reads } from '../../records/rows/reads.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import type { Writes } from '../../records/write/writes.ts';
import { foldCase } from '../../shared/fold-case.ts';
import { user } from './user.record.ts';

const MAX_KEY = 100;

/** The form in which addresses are compared: a mailbox does not depend on case. */
export function addressKey(email: string): string {
  return [...foldCase(email)].slice(0, MAX_KEY).join('');
}

/** An address with its key and standing, for a row of a user. Empty and null both mean no address. */
export function addressed(
  email: string | null | undefined,
  email_standing: RowOf<typeof user>['email_standing'] = 'given',
) {
  return { email: email || null, email_key: email ? addressKey(email) : null, email_standing };
}

/** The user whose address this is. An address that a user only claims is not theirs. */
export async function findByAddress(reads: Reads, email: string): Promise<RowOf<typeof user> | undefined> {
  const row = await reads.first(user, (select) => select.where('email_key', '=', addressKey(email)));
  return row && isTheirs(row) ? row : undefined;
}

/**
 * Takes an address away from a user who has not verified it, once somebody else has proved the mailbox. Returns the user who
 * has verified it, if any.
 */
export async function freeFromClaim(writes: Writes, email: string): Promise<RowOf<typeof user> | undefined> {
  const holder = await writes.first(user, (select) => select.where('email_key', '=', addressKey(email)));
  if (!holder || isTheirs(holder)) return holder;
  await writes.update(user, holder.id, addressed(null));
  return undefined;
}

/** The user who signs in by this name or address. A name comes first, for it may look like an address. */
export async function findByNameOrAddress(
  reads: Reads,
  typed: string,
): Promise<RowOf<typeof user> | undefined> {
  const key = addressKey(typed);
  const rows = await reads.where(user, (select) =>
    select.where((e) => e.or([e('username', '=', typed), e('email_key', '=', key)])),
  );
  return (
    rows.find(({ username }) => username === typed) ??
    rows.find((row) => row.email_key === key && isTheirs(row))
  );
}

function isTheirs({ email_standing }: Pick<RowOf<typeof user>, 'email_standing'>): boolean {
  return email_standing !== 'claimed';
}

/** Adds keys to addresses without one, from older versions and imports. If two share a key, the older user gets it. */
export async function fillAddressKeys(records: Records): Promise<void> {
  const { ownReads, database } = records;
  const keyless = await ownReads.where(user, (select) =>
    select.where('email_key', 'is', null).where('email', 'is not', null).orderBy('id'),
  );
  if (keyless.length === 0) return;
  await records.write(systemContext('start'), async (writes, connection) => {
    for (const { id, email } of keyless) {
      const email_key = addressKey(email ?? '');
      if (await writes.first(user, (select) => select.where('email_key', '=', email_key))) continue;
      // Bypasses the records: this is not a change of the user.
      const update = database.query.updateTable(user.name).set({ email_key }).where('id', '=', id);
      await connection.run(update.compile());
    }
  });
}
