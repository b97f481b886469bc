import { randomBytes } from 'node:crypto';
import { removeWhere, type Writes } from '../../records/index.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { trustedDevice } from './trusted-device.collection.ts';

/** The most devices of a user; beyond that, the least recently used one ends. */
const MOST = 20;

/** Trusts a device for a user. Returns its token, which is stored nowhere. */
export async function rememberDevice(
  writes: Writes,
  userId: bigint,
  { agent, network, lifeMs }: { readonly agent: string; readonly network: string; readonly lifeMs: number },
): Promise<string> {
  const { now } = writes.context;
  const known = await writes.where(trustedDevice, (select) =>
    select.where('user_id', '=', userId).orderBy('used_time', 'desc').orderBy('id', 'desc'),
  );
  for (const [index, { id, expire_time }] of known.entries())
    if (expire_time <= now || index >= MOST - 1) await writes.remove(trustedDevice, id);
  const token = randomBytes(32).toString('base64url');
  await writes.create(trustedDevice, {
    user_id: userId,
    token_hash: hashOf(token),
    agent,
    network,
    used_time: now,
    expire_time: now + lifeMs,
  });
  return token;
}

/** Records that a device was used. Returns whether this user trusts it: for `lifeMs`, also if that was longer at first. */
export async function useDevice(
  writes: Writes,
  userId: bigint,
  { token, lifeMs }: { readonly token: string; readonly lifeMs: number },
): Promise<boolean> {
  const { now } = writes.context;
  const found = await writes.first(trustedDevice, (select) =>
    select.where('token_hash', '=', hashOf(token)).where('user_id', '=', userId),
  );
  const record = found && (await writes.find(trustedDevice, found.id));
  if (!record || Math.min(record.expire_time, record.create_time + lifeMs) <= now) return false;
  await writes.update(trustedDevice, record.id, { used_time: now });
  return true;
}

/** Ends all trusted devices of a user. */
export async function forgetDevices(writes: Writes, userId: bigint): Promise<void> {
  await removeWhere(writes, trustedDevice, (select) => select.where('user_id', '=', userId));
}
