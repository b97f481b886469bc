import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { eraseWhere, type Writes } from '../../records/index.ts';
import type { Actor } from '../actor.ts';
import { digestKey } from '../api-keys/key-text.ts';
import type { FindUser } from '../sign-in/actors.ts';
import { session } from '../sign-in/session.collection.ts';
import { makeImpersonationText } from './identify-impersonation.ts';
import { impersonation } from './impersonation.collection.ts';

/** How long one lasts. */
const LIFE_MS = 15 * 60_000;

export interface NewImpersonation {
  /** The token, which is stored nowhere. */
  readonly text: string;
  readonly username: string;
  readonly expireTime: number;
}

/** Lets a super administrator see the server as another user, who must not be one. Throws if that is not possible. */
export async function beginImpersonation(
  writes: Writes,
  { viewer, userId }: { readonly viewer: Actor; readonly userId: bigint },
  find: (id: bigint) => ReturnType<FindUser>,
): Promise<NewImpersonation> {
  const own = await writes.find(session, viewer.sessionId);
  if (!own) throw new AppError('tokenInvalid', { reason: message('sessionHasEnded') });
  const seen = await find(userId);
  if (!seen) throw new AppError('userNotFound');
  if (seen === 'inactive') throw badParameters({ user_id: message('notImpersonatedInactive') });
  if (seen.isSuper) throw badParameters({ user_id: message('notImpersonatedSuper') });
  const text = makeImpersonationText();
  const expireTime = Math.min(writes.context.now + LIFE_MS, own.expire_time);
  await writes.create(impersonation, {
    session_id: own.id,
    session_nonce: own.nonce,
    user_id: seen.id,
    ...digestKey(text),
    expire_time: expireTime,
  });
  return { text, username: seen.username, expireTime };
}

/** Ends all that were begun from a session. */
export async function endImpersonations(writes: Writes, sessionId: bigint): Promise<void> {
  await eraseWhere(writes, impersonation, (select) => select.where('session_id', '=', sessionId));
}
