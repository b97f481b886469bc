import { perKeyLimit } from '../../background/limits.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { findByNameOrAddress, mostAdoptedRounds, renewCredential, user } from '../accounts/index.ts';
import { withoutRights } from '../actor.ts';
import type { Door } from '../door.ts';
import { type Fit, hashing, hashPassword, isAdopted, passwordFits } from '../passwords/passwords.ts';
import type { WriteResult } from '../write-result.ts';
import { isKnownNetwork, rememberNetwork, type SignInPlace } from './known-networks.ts';
import type { Proof } from './proof.ts';
import {
  accountKey,
  countFailure,
  forgetFailures,
  nameOf,
  refuseThrottled,
  type Throttled,
  throttledSignIn,
} from './throttle.ts';

export interface Credentials {
  /** A user's name or address. */
  readonly username: string;
  readonly password: string;
}

type User = RecordOf<typeof user>;

/** Opens a session for a user who has proved who they are. */
export type OpenSession = (writes: Writes, userId: bigint, proof: Proof) => Promise<WriteResult>;

/** Asks a user whose password is right for the second factor, if the account has one. Failures count against `throttled`. */
export type ProveFurther = (owner: User, throttled: readonly Throttled[]) => Promise<Proof>;

/** The network of a sign-in, and how to prove its second factor. */
export interface SigningIn extends SignInPlace {
  readonly proveFurther: ProveFurther;
}

/**
 * Opens a session for the right name and password. An unknown name and a wrong password get the same answer after the same
 * work. Only failures are throttled, for the account and for the sender's network.
 */
export async function signIn(
  door: Door,
  { username, password }: Credentials,
  signingIn: SigningIn,
  open: OpenSession,
): Promise<WriteResult> {
  if (username.includes('\0') || !username.isWellFormed())
    throw badParameters({ username: message('badCharacters') });
  const { network, proveFurther } = signingIn;
  const { now } = door.admission;
  const find = () => findByNameOrAddress(door.reads, username);
  const isKnown = await isKnownNetwork(door.reads, (await find())?.username ?? username, { network, now });
  const throttled = throttledSignIn(accountKey(username), network, isKnown);
  let record: User | undefined;
  const fit = await checkPassword(door, throttled, password, async () => {
    record = await find();
    return record?.credential;
  }).catch(async (error: unknown) => {
    if (error instanceof AppError) error.account = (await find())?.id;
    throw error;
  });
  if (!record) throw new AppError('wrongCredentials', { reason: message('unknownUser') });
  const { id, credential } = record;
  if (!record.active) throw inactive(record);
  const proof = await proveFurther(record, throttled);
  const actor = withoutRights(record);
  const isOld = isAdopted(credential) || fit === 'fitsAsTyped';
  const renewed = isOld ? await hashPassword(password) : undefined;
  const written = door.as(actor).write(async (writes) => {
    // The password was checked outside this transaction and may have been changed since.
    const current = await writes.find(user, id);
    if (!current?.active || current.credential !== credential) throw new AppError('wrongCredentials');
    if (renewed !== undefined) await renewCredential(writes, id, renewed);
    await forgetFailures(writes, current.username, current.email);
    await rememberNetwork(writes, current, signingIn);
    return open(writes, id, proof);
  });
  return written.catch((error: unknown) => {
    const isOvertaken =
      renewed !== undefined && error instanceof AppError && error.key === 'wrongCredentials';
    if (!isOvertaken) throw error; // otherwise another sign-in has renewed the same credential meanwhile
    return signIn(door, { username, password }, { ...signingIn, proveFurther: async () => proof }, open);
  });
}

/** The error of a sign-in to an account that is not active. */
export function inactive({ id, awaits_approval }: User): AppError {
  const key = awaits_approval ? 'accountAwaitsApproval' : 'accountInactive';
  return new AppError(key, {
    reason: message(awaits_approval ? 'awaitsApproval' : 'userIsInactive'),
    account: id,
  });
}

/** Throws unless this is the password of the caller's account. Counted apart from sign-ins, so that others' failures cannot block the owner. */
export async function requireOwnPassword(
  door: Door,
  { id, credential }: Pick<User, 'id' | 'credential'>,
  password: string,
): Promise<void> {
  const throttled = [{ kind: 'password', key: String(id) }] as const;
  await checkPassword(door, throttled, password, async () => credential).catch((error: unknown) => {
    const isWrong = error instanceof AppError && error.key === 'wrongCredentials';
    throw isWrong ? new AppError('wrongPassword', { reason: message('passwordWasWrong') }) : error;
  });
}

/** A fifth of all waiting places, so that one sender cannot block the sign-ins of all others. */
const ofSender = perKeyLimit({ each: 20 });

/** How the password fits the hash that `find` returns; throws if it does not. Running checks and failures count against all of `throttled`. */
async function checkPassword(
  door: Door,
  throttled: readonly Throttled[],
  password: string,
  find: () => Promise<string | undefined>,
): Promise<Fit> {
  const { now } = door.admission;
  await refuseThrottled(door.reads, throttled, now);
  const check = async () => {
    await refuseThrottled(door.reads, throttled, now); // those before this one in the queue may have failed
    const fit = await passwordFits(password, await find(), await mostAdoptedRounds(door.reads));
    if (fit === 'differs') await door.bookkeep((writes) => countFailure(writes, throttled));
    return fit;
  };
  const checkWithin = throttled.map(nameOf).reduce(
    (work, name) => () => ofSender.run(name, work),
    () => hashing(check),
  );
  const fit = await checkWithin();
  if (fit === 'differs') throw new AppError('wrongCredentials', { reason: message('nameOrPasswordWrong') });
  return fit;
}
