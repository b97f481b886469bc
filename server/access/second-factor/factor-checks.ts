import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Sealing } from '../../shared/secrets/sealing.ts';
import type { user } from '../accounts/user.collection.ts';
import type { Door } from '../door.ts';
import {
  type Assertion,
  type Challenges,
  type ChallengeUse,
  type FindRelyingParty,
  findPasskey,
  isRecoveryCode,
  notePasskeyUse,
  type Passkey,
  readCode,
  requireRelyingParty,
  useDevice,
  useRecoveryCode,
  useTotp,
  verifyAssertion,
} from '../factors/index.ts';
import {
  accountKey,
  countFailure,
  countOrRefuse,
  forgetCounts,
  hasSecondFactor,
  isKnownNetwork,
  type Proof,
  type ProofMethod,
  refuseThrottled,
  type Throttled,
} from '../sign-in/index.ts';

type Owner = Pick<RecordOf<typeof user>, 'id' | 'username' | 'second_factor'>;

/** The second factor that a client sends. */
export interface GivenFactor {
  /** Of an authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  readonly passkey?: Assertion | undefined;
  /** The token of a trusted device. */
  readonly device?: string | undefined;
}

/** How an answer of a passkey is judged: what its challenge was for, and what failures count against. */
interface ProofTerms {
  readonly use: ChallengeUse;
  readonly throttled: readonly Throttled[];
}

export interface FactorParts {
  readonly sealing: Sealing;
  readonly challenges: Challenges;
  readonly findRelyingParty: FindRelyingParty;
  /** What authenticator apps and passkeys call this server. */
  readonly issuer: string;
  /** How long a device may stand in for the second factor; 0 for never. */
  readonly rememberDeviceMs: number;
}

/**
 * Proves the second factor of a user after the first. The first suffices if the account has no second factor, or if it counts
 * as one itself. Throws if the second is missing or wrong.
 */
export async function proveSecondFactor(
  parts: FactorParts,
  door: Door,
  { owner, given, first }: { readonly owner: Owner; readonly given: GivenFactor; readonly first: Proof },
  throttled: readonly Throttled[],
): Promise<Proof> {
  if (!owner.second_factor || hasSecondFactor(first)) return first;
  const asked: ProofTerms = { use: { purpose: 'sign_in' }, throttled };
  const method =
    (await deviceOf(parts, door, owner, given)) ?? (await proveByOwner(parts, door, { owner, given }, asked));
  if (method === undefined)
    throw new AppError('secondFactorRequired', { reason: message('noFactorGiven'), account: owner.id });
  return { methods: [...first.methods, method] };
}

/** Proves by a code or a passkey that it is the user themselves. Undefined if neither was given. Throws if it is wrong. */
export async function proveByOwner(
  parts: FactorParts,
  door: Door,
  { owner, given }: { readonly owner: Owner; readonly given: GivenFactor },
  asked: ProofTerms,
): Promise<ProofMethod | undefined> {
  if (given.passkey) {
    const record = await provePasskey(parts, door, given.passkey, asked);
    if (record.user_id !== owner.id)
      throw await counted(door, asked, wrong(owner.id, message('passkeyOfAnotherUser')));
    return 'passkey';
  }
  if (!given.code) return undefined;
  const code = readCode(given.code);
  const method = isRecoveryCode(code) ? 'recovery_code' : 'totp';
  const isRight =
    method === 'totp'
      ? await isRightTotp(parts, door, owner, { code, asked })
      : await isRightRecoveryCode(door, owner, { code, asked });
  if (!isRight) throw wrong(owner.id, message(method === 'totp' ? 'wrongCode' : 'wrongRecoveryCode'));
  return method;
}

/** Proves a passkey that answered a challenge. Returns its record. Throws if anything about it is wrong. */
export async function provePasskey(
  { challenges, findRelyingParty }: FactorParts,
  door: Door,
  response: Assertion,
  { use, throttled }: ProofTerms,
): Promise<Passkey> {
  const party = requireRelyingParty(findRelyingParty);
  await refuseThrottled(door.reads, throttled, door.admission.now);
  const record = await findPasskey(door.reads, response);
  const useChallenge = (challenge: string) =>
    door.bookkeep((writes) => challenges.use(writes, challenge, use));
  try {
    if (!record) throw new AppError('secondFactorWrong', { reason: message('unknownPasskey') });
    const counter = await verifyAssertion(record, response, { party, useChallenge });
    await door.bookkeep((writes) => notePasskeyUse(writes, record, counter));
    return record;
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'secondFactorWrong') throw error;
    error.account = record?.user_id;
    throw await counted(door, { throttled }, error);
  }
}

async function deviceOf(
  { rememberDeviceMs: lifeMs }: FactorParts,
  door: Door,
  { id }: Owner,
  { device }: GivenFactor,
): Promise<'device' | undefined> {
  if (!device) return undefined;
  const isRemembered = await decided(door, (writes) => useDevice(writes, id, { token: device, lifeMs }));
  return isRemembered ? 'device' : undefined;
}

interface Tried {
  readonly code: string;
  readonly asked: ProofTerms;
}

/**
 * Codes are short, so each try is counted before it is checked, in the same transaction. Concurrent tries are counted too. Each
 * network from which the user has signed in has a count of its own, so that others use up none of the user's tries.
 */
async function isRightTotp(
  { sealing }: FactorParts,
  door: Door,
  { id, username }: Owner,
  { code, asked: { throttled } }: Tried,
): Promise<boolean> {
  const network = throttled.find(({ kind }) => kind === 'address')?.key ?? '';
  const isKnown = await isKnownNetwork(door.reads, username, { network, now: door.admission.now });
  const key = isKnown ? `${id} ${network}` : String(id);
  const tries = [{ kind: 'code', key, account: accountKey(username) }] as const;
  return decided(door, async (writes) => {
    await countOrRefuse(writes, tries);
    const isRight = await useTotp(writes, id, { code, sealing });
    if (isRight) await forgetCounts(writes, tries);
    else await countFailure(writes, throttled);
    return isRight;
  });
}

function isRightRecoveryCode(
  door: Door,
  { id }: Owner,
  { code, asked: { throttled } }: Tried,
): Promise<boolean> {
  return decided(door, async (writes) => {
    const isRight = await useRecoveryCode(writes, id, code);
    if (!isRight) await countFailure(writes, throttled);
    return isRight;
  });
}

/** Decides in a transaction of its own, so that a used code stays used even if the request fails. */
async function decided(door: Door, decide: (writes: Writes) => Promise<boolean>): Promise<boolean> {
  let decision = false;
  await door.bookkeep(async (writes) => {
    decision = await decide(writes);
  });
  return decision;
}

async function counted(
  door: Door,
  { throttled }: Pick<ProofTerms, 'throttled'>,
  error: AppError,
): Promise<AppError> {
  await door.bookkeep((writes) => countFailure(writes, throttled));
  return error;
}

function wrong(account: bigint, reason: Message): AppError {
  return new AppError('secondFactorWrong', { reason, account });
}
