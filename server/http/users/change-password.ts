import type { TypeOf } from '../../../contract/json-schema.ts';
import {
  type Door,
  hashPassword,
  requireOwnPassword,
  requireSamePasswords,
  requireStrongPassword,
  revokeKeys,
  setCredential,
  settleOwnPassword,
  success,
  user,
  type WriteResult,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type RenewingParts, renewed } from '../renewed-tokens.ts';
import type { Input } from '../route.ts';
import type * as schemas from './schemas.ts';

/** Changes the caller's password, ends all other sessions and the grants of apps, and answers new tokens. Throws if the old password is wrong. */
export async function changePassword(
  door: Door,
  { sessions, cookies }: RenewingParts,
  {
    body,
    headers,
    base,
  }: Pick<Input<object, object, TypeOf<typeof schemas.passwordChange>>, 'body' | 'headers' | 'base'>,
): Promise<WriteResult> {
  requireSamePasswords(body.new_password, body.confirm_password);
  const record = await ownUser(door);
  const { id, credential: old } = record;
  await requireOwnPassword(door, record, body.old_password);
  await requireStrongPassword('new_password', body.new_password, record);
  const credential = await hashPassword(body.new_password);
  return door.write(async (writes) => {
    const current = await writes.find(user, id);
    if (current?.credential !== old)
      throw new AppError('wrongPassword', { reason: message('passwordChangedMeanwhile') });
    await setCredential(writes, id, credential);
    await settleOwnPassword(writes, current);
    await revokeKeys(writes, id);
    const issued = await sessions.renew(writes, id, door.actor.sessionId);
    const outcome = { code: success.passwordChanged, text: message('passwordChanged') };
    return renewed(outcome, issued, cookies.keep({ headers, base }, issued.tokens.refresh_token));
  });
}

/** The caller's record among the users. */
export async function ownUser(door: Door): Promise<RecordOf<typeof user>> {
  const record = await door.reads.find(user, door.actor.id);
  if (!record) throw new AppError('tokenInvalid', { reason: message('userGone') });
  return record;
}
