import { findByName } from '../../access/accounts/addresses.ts';
import { user } from '../../access/accounts/user.collection.ts';
import { type ApiKey, apiKey } from '../../access/api-keys/api-key.collection.ts';
import { requireSoundLimits } from '../../access/api-keys/check-limits.ts';
import type { KeyLimits } from '../../access/api-keys/key-limits.ts';
import { type MadeKey, makeKey, rotateKey } from '../../access/api-keys/keys.ts';
import { operatorDoor } from '../../access/operator.ts';
import { success } from '../../access/success.ts';
import { done } from '../../access/write-result.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import type { Reads } from '../../records/rows/reads.ts';

type User = RowOf<typeof user>;

/** Makes a key of the service user of this name. */
export async function createKey(
  records: Records,
  {
    username,
    name,
    limits,
  }: { readonly username: string; readonly name: string; readonly limits: KeyLimits },
): Promise<MadeKey> {
  let made: MadeKey | undefined;
  await operatorDoor(records, 'key create').write(async (writes) => {
    const { id } = await getServiceUser(writes, username);
    await requireSoundLimits(writes, limits);
    made = await makeKey(writes, id, name, limits);
    return done(success.done, message('keyCreated', { name, user: username }));
  });
  return present(made);
}

/** The living keys of one service user, or of all, newest first. */
export async function listKeys(
  { ownReads }: Records,
  username: string | undefined,
): Promise<readonly { readonly row: ApiKey; readonly owner: User }[]> {
  const one = username === undefined ? undefined : await getServiceUser(ownReads, username);
  const owners = one ? [one] : await ownReads.where(user, (select) => select.where('is_service', '=', true));
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const rows = await ownReads.where(apiKey, (select) => {
    const sorted = select.orderBy('id', 'desc');
    return one ? sorted.where('user_id', '=', one.id) : sorted;
  });
  return rows.flatMap((row) => {
    const owner = byId.get(row.user_id);
    return owner ? [{ row, owner }] : [];
  });
}

/** Replaces a key by a new one; the old one ends after the overlap. */
export async function replaceKey(records: Records, id: bigint, overlapMs: number): Promise<MadeKey> {
  let made: MadeKey | undefined;
  await operatorDoor(records, 'key rotate').write(async (writes) => {
    const { row, owner } = await getKey(writes, id);
    made = await rotateKey(writes, row, overlapMs);
    return done(success.done, message('keyRotated', { name: row.name, user: owner.username }));
  });
  return present(made);
}

/** Revokes a key, in force for the next request. */
export async function revokeKey(records: Records, id: bigint): Promise<void> {
  await operatorDoor(records, 'key revoke').write(async (writes) => {
    const { row, owner } = await getKey(writes, id);
    await writes.remove(apiKey, row.id);
    return done(success.deleted, message('keyRevoked', { name: row.name, user: owner.username }));
  });
}

function present(made: MadeKey | undefined): MadeKey {
  if (!made) throw new Error('the transaction made no key');
  return made;
}

async function getKey(reads: Reads, id: bigint): Promise<{ readonly row: ApiKey; readonly owner: User }> {
  const row = await reads.find(apiKey, id);
  const owner = row && (await reads.find(user, row.user_id));
  if (!row || !owner) throw new AppError('recordNotFound');
  return { row, owner };
}

async function getServiceUser(reads: Reads, username: string): Promise<User> {
  const row = await findByName(reads, username);
  if (!row) throw new AppError('userNotFound');
  if (!row.is_service) throw badParameters({ [username]: message('notServiceUser') });
  if (!row.active) throw new AppError('accountInactive');
  return row;
}
