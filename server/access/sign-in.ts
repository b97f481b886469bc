import type { RowOf } from '../definitions/row-types.ts';
import { AppError, badParameters } from '../errors.ts';
import { makeShares } from '../turns.ts';
import { mostAdoptedRounds, setCredential } from './accounts.ts';
import type { Actor } from './actor.ts';
import { anonymous } from './actor.ts';
import type { Door } from './door.ts';
import { networkOf } from './network.ts';
import { hashPassword, inTurn, isAdopted, passwordFits } from './passwords.ts';
import type { Client, Sessions } from './sessions.ts';
import { countFailure, forgetFailures, nameOf, refuseThrottled, type Throttled } from './throttle.ts';
import { user } from './user.record.ts';
import { done, type Written } from './written.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Answers tokens for the right name and password. An unknown name and a wrong password get the same answer after the same
 * work; failures, and only they, are throttled for the account and for the address.
 */
export async function signIn(
  door: Door,
  sessions: Sessions,
  { username, password }: Credentials,
  from: Client,
): Promise<Written> {
  if (username.includes('\0') || !username.isWellFormed())
    throw badParameters({ username: '含有不允许的字符' });
  const throttled: Throttled[] = [
    { kind: 'account', key: username },
    { kind: 'address', key: networkOf(from.address) },
  ];
  let row: RowOf<typeof user> | undefined;
  await checkPassword(door, throttled, password, async () => {
    row = await door.reads.first(user, (select) => select.where('username', '=', username));
    return row?.credential;
  });
  if (!row) throw new AppError('wrongCredentials', { reason: 'unknown user' });
  const { id, active, credential } = row;
  if (!active) throw new AppError('accountInactive', { reason: `user ${id} is deactivated` });
  const actor: Actor = { ...anonymous, id, username };
  const renewed = isAdopted(credential) ? await hashPassword(password) : undefined;
  const written = door.as(actor).write(async (writes) => {
    // The password was checked outside of this transaction: it must still be the one that was checked.
    const current = await writes.find(user, id);
    if (!current?.active || current.credential !== credential) throw new AppError('wrongCredentials');
    if (renewed !== undefined) await setCredential(writes, id, renewed);
    await forgetFailures(writes, username);
    return done(0, '登录成功', { ...(await sessions.open(writes, id, from)) });
  });
  return written.catch((error: unknown) => {
    const isOvertaken =
      renewed !== undefined && error instanceof AppError && error.key === 'wrongCredentials';
    if (!isOvertaken) throw error; // otherwise another sign-in has renewed the same credential meanwhile
    return signIn(door, sessions, { username, password }, from);
  });
}

/** A fifth of those who can wait: nobody keeps all others from signing in. */
const inShare = makeShares(20);

/** Throws unless the password fits the hash that `find` answers. Counts the work, and a failure, against all of `throttled`. */
export async function checkPassword(
  door: Door,
  throttled: readonly Throttled[],
  password: string,
  find: () => Promise<string | undefined>,
): Promise<void> {
  const { now } = door.admission;
  await refuseThrottled(door.reads, throttled, now);
  const check = async () => {
    await refuseThrottled(door.reads, throttled, now); // those before this one in the queue may have failed
    const isRight = await passwordFits(password, await find(), await mostAdoptedRounds(door.reads));
    if (!isRight) await door.record((writes) => countFailure(writes, throttled));
    return isRight;
  };
  const inShares = throttled.map(nameOf).reduce(
    (work, name) => () => inShare(name, work),
    () => inTurn(check),
  );
  const fits = await inShares();
  if (!fits) throw new AppError('wrongCredentials', { reason: 'wrong user name or password' });
}
