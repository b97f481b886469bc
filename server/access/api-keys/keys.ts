import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { eraseWhere, type Select, type Writes } from '../../records/index.ts';
import { type ApiKey, apiKey } from './api-key.collection.ts';
import { appToken } from './app-token.collection.ts';
import { type KeyLimits, limitsOf } from './key-limits.ts';
import { digestKey, makeKeyText } from './key-text.ts';

/** A new key. Its text is shown once and stored nowhere. */
export interface MadeKey {
  readonly id: bigint;
  readonly text: string;
  readonly name: string;
  readonly expireTime: number | null;
}

/** The most living keys of a service user. */
const MOST_KEYS = 100;

/** Makes a key of a service user. Throws if there are too many. */
export async function makeKey(
  writes: Writes,
  userId: bigint,
  name: string,
  limits: KeyLimits,
): Promise<MadeKey> {
  const living = await writes.count(apiKey, (select) => select.where('user_id', '=', userId));
  if (living >= MOST_KEYS) throw badParameters({ user_id: message('tooManyKeys', { max: MOST_KEYS }) });
  const text = makeKeyText();
  const id = await writes.create(apiKey, {
    user_id: userId,
    name,
    ...digestKey(text),
    permissions: limits.permissions && [...limits.permissions],
    collections: limits.collections && [...limits.collections],
    networks: limits.networks && [...limits.networks],
    read_only: limits.readOnly,
    manages_accounts: limits.managesAccounts,
    expire_time: limits.expireTime,
  });
  return { id, text, name, expireTime: limits.expireTime };
}

/**
 * Creates a key with the name and limits of another, which ends after the overlap. A key with an expiry gets a successor with
 * the same lifetime. Throws if the other key has ended or has been replaced before.
 */
export async function rotateKey(writes: Writes, record: ApiKey, overlapMs: number): Promise<MadeKey> {
  const { now } = writes.context;
  if (record.replaced_by !== null) throw badParameters({ id: message('keyWasReplaced') });
  if (record.expire_time !== null && record.expire_time <= now)
    throw badParameters({ id: message('keyHasEnded') });
  const expireTime = record.expire_time === null ? null : now + record.expire_time - record.create_time;
  const made = await makeKey(writes, record.user_id, record.name, { ...limitsOf(record), expireTime });
  const end = Math.min(record.expire_time ?? now + overlapMs, now + overlapMs);
  if (overlapMs === 0) await writes.remove(apiKey, record.id);
  else await writes.update(apiKey, record.id, { expire_time: end, replaced_by: made.id });
  return made;
}

/** Revokes all keys of a user, and all that they consented to. */
export function revokeKeys(writes: Writes, userId: bigint): Promise<number> {
  return revokeWhere(writes, (select) => select.where('user_id', '=', userId));
}

/** Revokes the keys that a query finds; the tokens of apps end with their grants. */
export async function revokeWhere(writes: Writes, narrow: (select: Select) => Select): Promise<number> {
  const found = await writes.where(apiKey, narrow);
  const grants = found.flatMap(({ id, app_id }) => (app_id === null ? [] : id));
  if (grants.length > 0) await eraseWhere(writes, appToken, (select) => select.where('key_id', 'in', grants));
  for (const { id } of found) await writes.remove(apiKey, id);
  return found.length;
}
