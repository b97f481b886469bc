import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { user } from '../accounts/user.collection.ts';
import { withoutRights } from '../actor.ts';
import type { Door } from '../door.ts';
import { passkey } from '../factors/passkey.collection.ts';
import type { Assertion } from '../factors/passkey-shapes.ts';
import { rememberNetwork, type SignInPlace } from '../sign-in/known-networks.ts';
import { inactive, type OpenSession } from '../sign-in/sign-in.ts';
import { forgetFailures } from '../sign-in/throttle.ts';
import type { WriteResult } from '../write-result.ts';
import { type FactorParts, provePasskey } from './factor-checks.ts';

/**
 * Opens a session for the owner of a passkey, without a name or a password, because the passkey verifies its user. Failures
 * count against the network.
 */
export async function signInByPasskey(
  parts: FactorParts,
  door: Door,
  { response, place }: { readonly response: Assertion; readonly place: SignInPlace },
  open: OpenSession,
): Promise<WriteResult> {
  const throttled = [{ kind: 'address', key: place.network }] as const;
  const asked = { use: { purpose: 'sign_in' }, throttled } as const;
  const record = await provePasskey(parts, door, response, asked);
  const owner = await door.reads.find(user, record.user_id);
  if (!owner) throw new AppError('secondFactorWrong', { reason: message('userGone') });
  if (!owner.active) throw inactive(owner);
  const { id } = owner;
  return door.as(withoutRights(owner)).write(async (writes) => {
    const current = await writes.find(user, id);
    const isThere = (await writes.find(passkey, record.id)) !== undefined;
    if (!current?.active || !isThere)
      throw new AppError('secondFactorWrong', { reason: message('passkeyRemovedMeanwhile') });
    await forgetFailures(writes, current.username, current.email);
    await rememberNetwork(writes, current, place);
    return open(writes, id, { methods: ['passkey'] });
  });
}
