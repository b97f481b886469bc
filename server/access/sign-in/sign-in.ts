import { perKeyLimit } from '../../background/limits.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { mostAdoptedRounds, setCredential } from '../accounts/accounts.ts';
import { user } from '../accounts/user.record.ts';
import type { Actor } from '../actor.ts';
import { anonymous } from '../actor.ts';
import type { Door } from '../door.ts';
import { hashing, hashPassword, isAdopted, passwordFits } from '../passwords/passwords.ts';
import type { WriteResult } from '../write-result.ts';
import { isKnownNetwork, rememberNetwork } from './known-networks.ts';
import { networkOf } from './network.ts';
import {
  countFailure,
  forgetFailures,
  nameOf,
  refuseThrottled,
  type Throttled,
  throttledSignIn,
} from './throttle.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Opens the session of somebody who has proved who they are. */
export type OpenSession = (writes: Writes, userId: bigint) => Promise<WriteResult>;

/**
 * Opens a session for the right name and password. An unknown name and a wrong password get the same answer after the same
 * work; failures, and only they, are throttled for the account and for the sender's network.
 */
export async function signIn(
  door: Door,
  { username, password }: Credentials,
  address: string,
  open: OpenSession,
): Promise<WriteResult> {
  if (username.includes('\0') || !username.isWellFormed())
    throw badParameters({ username: message('badCharacters') });
  const network = networkOf(address);
  const { now } = door.admission;
  const isKnown = await isKnownNetwork(door.reads, username, { network, now });
  const throttled = throttledSignIn(username, network, isKnown);
  const find = () => door.reads.first(user, (select) => select.where('username', '=', username));
  let row: RowOf<typeof user> | undefined;
  await checkPassword(door, throttled, password, async () => {
    row = await find();
    return row?.credential;
  }).catch(async (error: unknown) => {
    if (error instanceof AppError) error.account = (await find())?.id;
    throw error;
  });
  if (!row) throw new AppError('wrongCredentials', { reason: 'unknown user' });
  const { id, active, credential } = row;
  if (!active) {
    const inactive = new AppError('accountInactive', { reason: 'deactivated' });
    inactive.account = id;
    throw inactive;
  }
  const actor: Actor = { ...anonymous, id, username };
  const renewed = isAdopted(credential) ? await hashPassword(password) : undefined;
  const written = door.as(actor).write(async (writes) => {
    // The password was checked outside of this transaction: it must still be the one that was checked.
    const current = await writes.find(user, id);
    if (!current?.active || current.credential !== credential) throw new AppError('wrongCredentials');
    if (renewed !== undefined) await setCredential(writes, id, renewed);
    await forgetFailures(writes, username);
    await rememberNetwork(writes, id, network);
    return open(writes, id);
  });
  return written.catch((error: unknown) => {
    const isOvertaken =
      renewed !== undefined && error instanceof AppError && error.key === 'wrongCredentials';
    if (!isOvertaken) throw error; // otherwise another sign-in has renewed the same credential meanwhile
    return signIn(door, { username, password }, address, open);
  });
}

/** A fifth of those who can wait: nobody keeps all others from signing in. */
const ofSender = perKeyLimit({ each: 20 });

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
    if (!isRight) await door.bookkeep((writes) => countFailure(writes, throttled));
    return isRight;
  };
  const checkWithin = throttled.map(nameOf).reduce(
    (work, name) => () => ofSender.run(name, work),
    () => hashing(check),
  );
  const fits = await checkWithin();
  if (!fits) throw new AppError('wrongCredentials', { reason: 'wrong user name or password' });
}
