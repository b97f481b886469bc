import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { removeWhere, type Writes } from '../../records/index.ts';
import { user } from '../accounts/user.collection.ts';
import { passkey } from '../factors/passkey.collection.ts';
import { createRecoveryCodes, endRecoveryCodes } from '../factors/recovery-codes.ts';
import { totp } from '../factors/totp.collection.ts';
import { forgetDevices } from '../factors/trusted-devices.ts';
import { fromWords, PROOF_METHODS, type ProofMethod, toWords } from '../sign-in/proof.ts';
import { session } from '../sign-in/session.collection.ts';
import { endAll } from '../sign-in/sessions.ts';

/** The user whose factors are to be changed, locked: changes of one user's factors wait for each other. */
export async function lockOwner(writes: Writes, userId: bigint): Promise<RecordOf<typeof user>> {
  const owner = await writes.find(user, userId);
  if (!owner) throw new AppError('userNotFound');
  return owner;
}

/**
 * Settles a change of the caller's own factors: other sessions and trusted devices end. The first factor creates recovery
 * codes, which are returned; removing the last factor deletes them.
 */
export async function settleFactors(
  writes: Writes,
  { id, second_factor }: RecordOf<typeof user>,
  sessionId: bigint,
): Promise<readonly string[] | undefined> {
  const hasFactor = await hasAnyFactor(writes, id);
  if (hasFactor !== second_factor) await writes.update(user, id, { second_factor: hasFactor });
  await forgetDevices(writes, id);
  await endAll(writes, id, sessionId);
  if (!hasFactor) await endRecoveryCodes(writes, id);
  return hasFactor && !second_factor ? createRecoveryCodes(writes, id) : undefined;
}

/** Takes all factors from a user, and ends their sessions except one if it is named. Returns whether there were any. */
export async function removeFactors(writes: Writes, userId: bigint, kept?: bigint): Promise<boolean> {
  const { second_factor } = await lockOwner(writes, userId);
  for (const factor of [totp, passkey])
    await removeWhere(writes, factor, (select) => select.where('user_id', '=', userId));
  await endRecoveryCodes(writes, userId);
  await forgetDevices(writes, userId);
  if (second_factor) {
    await writes.update(user, userId, { second_factor: false });
    await endAll(writes, userId, kept);
  }
  return second_factor;
}

/** Takes from a user the factors that were added since a time. */
export async function removeFactorsSince(writes: Writes, userId: bigint, since: number): Promise<void> {
  const { second_factor } = await lockOwner(writes, userId);
  for (const factor of [totp, passkey])
    await removeWhere(writes, factor, (select) =>
      select.where('user_id', '=', userId).where('create_time', '>=', since),
    );
  if (!second_factor || (await hasAnyFactor(writes, userId))) return;
  await endRecoveryCodes(writes, userId);
  await writes.update(user, userId, { second_factor: false });
}

/** Notes that the user of a session has just proved who they are. */
export async function markProved(writes: Writes, sessionId: bigint, method: ProofMethod): Promise<void> {
  const record = await writes.find(session, sessionId);
  if (!record) throw new AppError('tokenInvalid', { reason: message('sessionHasEnded') });
  const former = fromWords(record.proved_by);
  const methods = PROOF_METHODS.filter((one) => one === method || former.includes(one));
  await writes.update(session, sessionId, { proved_by: toWords(methods), proved_time: writes.context.now });
}

async function hasAnyFactor(writes: Writes, userId: bigint): Promise<boolean> {
  const apps = await writes.count(totp, (select) =>
    select.where('user_id', '=', userId).where('confirmed_time', 'is not', null),
  );
  return apps > 0 || (await writes.count(passkey, (select) => select.where('user_id', '=', userId))) > 0;
}
