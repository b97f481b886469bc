import {
  type ApiKey,
  apiKey,
  done,
  findByName,
  type KeyLimits,
  type MadeKey,
  makeKey,
  operatorDoor,
  requireSoundLimits,
  rotateKey,
  success,
  user,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Reads } from '../../records/store/reads.ts';

type User = RecordOf<typeof user>;

/** Makes a key of the service user of this name. */
export async function createKey(
  store: RecordStore,
  {
    username,
    name,
    limits,
  }: { readonly username: string; readonly name: string; readonly limits: KeyLimits },
): Promise<MadeKey> {
  let made: MadeKey | undefined;
  await operatorDoor(store, 'key create').write(async (writes) => {
    const { id } = await getServiceUser(writes, username);
    await requireSoundLimits(writes, limits);
    made = await makeKey(writes, id, name, limits);
    return done(success.done, message('keyCreated', { name, user: username }));
  });
  return present(made);
}

/** The living keys of one service user, or of all, newest first. */
export async function listKeys(
  { ownReads }: RecordStore,
  username: string | undefined,
): Promise<readonly { readonly record: ApiKey; readonly owner: User }[]> {
  const one = username === undefined ? undefined : await getServiceUser(ownReads, username);
  const owners = one ? [one] : await ownReads.where(user, (select) => select.where('is_service', '=', true));
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const records = await ownReads.where(apiKey, (select) => {
    const sorted = select.orderBy('id', 'desc');
    return one ? sorted.where('user_id', '=', one.id) : sorted;
  });
  return records.flatMap((record) => {
    const owner = byId.get(record.user_id);
    return owner ? [{ record, owner }] : [];
  });
}

/** Replaces a key by a new one; the old one ends after the overlap. */
export async function replaceKey(store: RecordStore, id: bigint, overlapMs: number): Promise<MadeKey> {
  let made: MadeKey | undefined;
  await operatorDoor(store, 'key rotate').write(async (writes) => {
    const { record, owner } = await getKey(writes, id);
    made = await rotateKey(writes, record, overlapMs);
    return done(success.done, message('keyRotated', { name: record.name, user: owner.username }));
  });
  return present(made);
}

/** Revokes a key, in force for the next request. */
export async function revokeKey(store: RecordStore, id: bigint): Promise<void> {
  await operatorDoor(store, 'key revoke').write(async (writes) => {
    const { record, owner } = await getKey(writes, id);
    await writes.remove(apiKey, record.id);
    return done(success.deleted, message('keyRevoked', { name: record.name, user: owner.username }));
  });
}

function present(made: MadeKey | undefined): MadeKey {
  if (!made) throw new Error('the transaction made no key');
  return made;
}

async function getKey(reads: Reads, id: bigint): Promise<{ readonly record: ApiKey; readonly owner: User }> {
  const record = await reads.find(apiKey, id);
  const owner = record && (await reads.find(user, record.user_id));
  if (!record || !owner) throw new AppError('recordNotFound');
  return { record, owner };
}

async function getServiceUser(reads: Reads, username: string): Promise<User> {
  const record = await findByName(reads, username);
  if (!record) throw new AppError('userNotFound');
  if (!record.is_service) throw badParameters({ [username]: message('notServiceUser') });
  if (!record.active) throw new AppError('accountInactive');
  return record;
}
