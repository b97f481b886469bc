import { requireSamePasswords, setCredential } from '../../access/accounts.ts';
import type { Door } from '../../access/door.ts';
import { hashPassword } from '../../access/passwords.ts';
import type { Sessions } from '../../access/sessions.ts';
import { checkPassword } from '../../access/sign-in.ts';
import { user } from '../../access/user.record.ts';
import { done, type Written } from '../../access/written.ts';
import { AppError } from '../../errors.ts';
import { ownRow } from './own-row.ts';

interface NewPassword {
  readonly old_password: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

/** Changes the caller's password and ends all other sessions. Throws where the old one is wrong. */
export async function changePassword(door: Door, sessions: Sessions, body: NewPassword): Promise<Written> {
  requireSamePasswords(body.new_password, body.confirm_password);
  const { id, credential: old } = await ownRow(door);
  // Counted apart from sign-ins, so that nobody else's failures stand in the way.
  const throttled = [{ kind: 'password', key: String(id) }] as const;
  await checkPassword(door, throttled, body.old_password, async () => old).catch((error: unknown) => {
    const isWrong = error instanceof AppError && error.key === 'wrongCredentials';
    throw isWrong ? new AppError('wrongPassword', { reason: 'wrong old password' }) : error;
  });
  const credential = await hashPassword(body.new_password);
  return door.write(async (writes) => {
    const current = await writes.find(user, id);
    if (current?.credential !== old) throw new AppError('wrongPassword', { reason: 'changed meanwhile' });
    await setCredential(writes, id, credential);
    await sessions.endAll(writes, id, door.actor.sessionId);
    return done(4, '修改密码');
  });
}
