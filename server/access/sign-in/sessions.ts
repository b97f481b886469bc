import { randomBytes } from 'node:crypto';
import type { OwnedHook } from '../../definitions/hooks.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { eraseWhere, type Reads, type Writes } from '../../records/index.ts';
import { storable } from '../../shared/text/letters.ts';
import { user } from '../accounts/user.collection.ts';
import { beginGrace, type FactorPolicy } from './factor-policy.ts';
import { hasSecondFactor, isFresh, type Proof, toWords } from './proof.ts';
import { session } from './session.collection.ts';
import type { Claims, Tokens } from './tokens.ts';

/** How long tokens and sessions are valid, in seconds. */
export interface Lifetimes {
  readonly access: number;
  readonly refresh: number;
  /** The longest life of a session, however often it is refreshed. */
  readonly session: number;
}

export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The tokens of a session. */
export interface Issued {
  readonly id: bigint;
  readonly holder: TokenHolder;
  readonly tokens: TokenPair;
}

/** Who stores the refresh token of a session: a program, or a browser in a cookie that no script can read. */
export type TokenHolder = 'program' | 'cookie';

/** What is known about the client that opens a session. */
export interface Client {
  readonly address: string;
  readonly agent: string;
  /** Whether the program stores the refresh token that each refresh returns, or keeps using its first one. */
  readonly keepsNewRefreshTokens: boolean;
  /** How the user proved who they are; without it the session counts as not proved freshly. */
  readonly proof?: Proof;
}

/** Parallel refreshes within this time get the same new token. A replaced token that is used later counts as stolen. */
const GRACE_MS = 5000;

export interface Sessions {
  /** Throws if the account has a second factor that the proof lacks, however the user signed in. */
  open(writes: Writes, userId: bigint, from: Client, holder: TokenHolder): Promise<Issued>;
  /**
   * Replaces a refresh token, for clients that store the new one. A replaced token that is used after the grace time ends its
   * session; the result is then undefined.
   */
  refresh(writes: Writes, claims: Claims, holder: TokenHolder): Promise<Issued | undefined>;
  /**
   * The latest tokens of a session, if they are so recent that a page that is loaded again can share them: nothing is written.
   * Undefined if they have to be refreshed.
   */
  recent(reads: Reads, claims: Claims, holder: TokenHolder, now: number): Promise<Issued | undefined>;
  /** Ends all sessions of a user. */
  endAll(writes: Writes, userId: bigint): Promise<number>;
  /** Ends all sessions of a user except one, whose tokens it replaces. Returns the only tokens that remain valid. */
  renew(writes: Writes, userId: bigint, kept: bigint): Promise<Issued>;
}

type Named = Pick<RecordOf<typeof session>, 'id' | 'user_id' | 'nonce' | 'expire_time' | 'in_cookie'>;
type Aging = Pick<RecordOf<typeof session>, 'rotates' | 'create_time'>;

/** `afterSignIn`: hooks that run in the transaction that opens a session. */
export function makeSessions(
  tokens: Tokens,
  lifetimes: Lifetimes,
  policy: FactorPolicy,
  afterSignIn: readonly OwnedHook[] = [],
): Sessions {
  const issue = makeIssue(tokens, lifetimes);
  const endOf = (one: Aging, now: number) => expiryOf(one, lifetimes, now);
  return {
    async open(writes, userId, { address, agent, keepsNewRefreshTokens, proof = { methods: [] } }, holder) {
      const { now } = writes.context;
      const owner = await writes.find(user, userId);
      if (owner?.second_factor && !hasSecondFactor(proof))
        throw new AppError('secondFactorRequired', { reason: message('noFactorGiven') });
      await beginGrace(writes, userId, policy);
      await endExpired(writes, userId);
      const nonce = newNonce();
      const expire_time = endOf({ rotates: keepsNewRefreshTokens, create_time: now }, now);
      const in_cookie = holder === 'cookie';
      const id = await writes.create(session, {
        user_id: userId,
        in_cookie,
        nonce,
        rotates: keepsNewRefreshTokens,
        refreshed_time: now,
        expire_time,
        proved_by: toWords(proof.methods),
        proved_time: isFresh(proof) ? now : null,
        address: address.slice(0, 60),
        agent: storedAgent(agent),
      });
      await writes.runHooks('afterSignIn', afterSignIn, { methods: proof.methods, address });
      return issue({ id, user_id: userId, nonce, expire_time, in_cookie }, 0, now);
    },
    async refresh(writes, claims, holder) {
      const { now } = writes.context;
      const record = await findNamed(writes, claims);
      if (!record) throw new AppError('refreshTokenInvalid', { reason: message('sessionHasEnded') });
      if (holderOf(record.in_cookie) !== holder)
        throw new AppError('refreshTokenInvalid', { reason: message('tokenKeptOtherwise', { holder }) });
      const expire_time = endOf(record, now);
      if (expire_time <= now)
        throw new AppError('refreshTokenExpired', { reason: message('sessionExpired') });
      if (claims.generation === record.generation) {
        await beginGrace(writes, record.user_id, policy);
        const generation = record.rotates ? record.generation + 1 : record.generation;
        await writes.update(session, record.id, { generation, refreshed_time: now, expire_time });
        return issue({ ...record, expire_time }, generation, now);
      }
      const isParallel =
        claims.generation === record.generation - 1 && now - record.refreshed_time <= GRACE_MS;
      if (isParallel) return issue(record, record.generation, record.refreshed_time);
      await writes.erase(session, [record.id]);
      return undefined;
    },
    recent: makeRecent(issue, (lifetimes.access * 1000) / 2),
    endAll,
    async renew(writes, userId, kept) {
      const { now } = writes.context;
      await endAll(writes, userId, kept);
      const own = await writes.find(session, kept);
      if (own?.user_id !== userId) throw new AppError('tokenInvalid', { reason: message('sessionHasEnded') });
      // Every token contains the nonce, so a new nonce invalidates all old tokens, access tokens included.
      const renewed = {
        nonce: newNonce(),
        generation: 0,
        refreshed_time: now,
        expire_time: endOf(own, now),
      };
      await writes.update(session, own.id, renewed);
      return issue({ ...own, ...renewed }, 0, now);
    },
  };
}

/** `youngMs`: for how long tokens count as recent. */
function makeRecent(issue: ReturnType<typeof makeIssue>, youngMs: number): Sessions['recent'] {
  return async (reads, claims, holder, now) => {
    const record = await findNamed(reads, claims);
    if (!record || holderOf(record.in_cookie) !== holder) return undefined;
    const isLatest = claims.generation === record.generation && record.expire_time > now;
    const isRecent = now - record.refreshed_time < youngMs;
    return isLatest && isRecent ? issue(record, record.generation, record.refreshed_time) : undefined;
  };
}

/** The session that a token names, unless its tokens have been replaced since. */
async function findNamed(reads: Pick<Reads, 'find'>, { session: name }: Claims) {
  const [id = '', nonce = ''] = name.split('.');
  const record = await reads.find(session, BigInt(id));
  return record?.nonce === nonce ? record : undefined;
}

/** The same record always yields the same tokens, so parallel refreshes agree. */
function makeIssue(tokens: Tokens, lifetimes: Lifetimes) {
  return (
    { id, user_id, nonce, expire_time, in_cookie }: Named,
    generation: number,
    time: number,
  ): Issued => {
    const iat = Math.floor(time / 1000);
    const end = Math.floor(expire_time / 1000);
    const common = {
      identity: String(user_id),
      session: `${id}.${nonce}`,
      generation,
      scope: 'quire',
      iat,
    } as const;
    const pair = {
      access_token: tokens.sign({ ...common, type: 'access', exp: Math.min(iat + lifetimes.access, end) }),
      refresh_token: tokens.sign({ ...common, type: 'refresh', exp: end }),
    };
    return { id, holder: holderOf(in_cookie), tokens: pair };
  };
}

/**
 * A session ends if it is not refreshed in time. Theft of a refresh token that is never replaced goes unnoticed, so such a
 * session has a fixed end.
 */
function expiryOf({ rotates, create_time }: Aging, lifetimes: Lifetimes, now: number): number {
  const lastRefresh = rotates ? now : create_time;
  return Math.min(create_time + lifetimes.session * 1000, lastRefresh + lifetimes.refresh * 1000);
}

const holderOf = (isInCookie: boolean): TokenHolder => (isInCookie ? 'cookie' : 'program');

/** The name of a client, as sessions and trusted devices store it. */
export function storedAgent(agent: string): string {
  return [...storable(agent)].slice(0, 200).join('');
}

const newNonce = (): string => randomBytes(16).toString('base64url');

/** Ends all sessions of a user, except one if it is named. Returns how many. */
export async function endAll(writes: Writes, userId: bigint, kept?: bigint): Promise<number> {
  return eraseWhere(writes, session, (select) => {
    const theirs = select.where('user_id', '=', userId);
    return kept === undefined ? theirs : theirs.where('id', '<>', kept);
  });
}

async function endExpired(writes: Writes, userId: bigint): Promise<void> {
  const { now } = writes.context;
  await eraseWhere(writes, session, (select) =>
    select.where('user_id', '=', userId).where('expire_time', '<=', now).limit(20),
  );
}
