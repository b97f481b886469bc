import { randomBytes } from 'node:crypto';
import type { RowOf } from '../definitions/row-types.ts';
import { AppError } from '../errors.ts';
import type { Writes } from '../records/writes.ts';
import { session } from './session.record.ts';
import type { Claims, Tokens } from './tokens.ts';

/** How long tokens are good for, in seconds. */
export interface Lifetimes {
  readonly access: number;
  readonly refresh: number;
}

export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Who opens a session, as far as it can be believed. */
export interface Client {
  readonly address: string;
  readonly agent: string;
  /** Whether the program keeps the refresh token that a refresh answers; one that does not goes on using its first. */
  readonly keepsNewRefreshTokens: boolean;
}

/** Parallel refreshes within this time get the same successor; a replaced token that comes later was stolen. */
const GRACE_MS = 5000;

export interface Sessions {
  open(writes: Writes, userId: bigint, from: Client): Promise<TokenPair>;
  /** Replaces a refresh token, where its client keeps the new one. A replaced one that comes back after the grace time ends its session: answered as undefined. */
  refresh(writes: Writes, claims: Claims): Promise<TokenPair | undefined>;
  /** Ends a user's sessions, all but the one that is kept. */
  endAll(writes: Writes, userId: bigint, kept?: bigint): Promise<void>;
}

type Named = Pick<RowOf<typeof session>, 'id' | 'user_id' | 'nonce'>;

export function makeSessions(tokens: Tokens, lifetimes: Lifetimes): Sessions {
  /** The same row always yields the same tokens: that is what makes parallel refreshes agree. */
  const issue = ({ id, user_id, nonce }: Named, generation: number, time: number): TokenPair => {
    const iat = Math.floor(time / 1000);
    const common = {
      identity: String(user_id),
      session: `${id}.${nonce}`,
      generation,
      scope: 'quire',
      iat,
    } as const;
    return {
      access_token: tokens.sign({ ...common, type: 'access', exp: iat + lifetimes.access }),
      refresh_token: tokens.sign({ ...common, type: 'refresh', exp: iat + lifetimes.refresh }),
    };
  };
  return {
    async open(writes, userId, { address, agent, keepsNewRefreshTokens }) {
      const { now } = writes.act;
      await endExpired(writes, userId);
      const nonce = randomBytes(16).toString('base64url');
      const id = await writes.create(session, {
        user_id: userId,
        nonce,
        rotates: keepsNewRefreshTokens,
        refreshed_time: now,
        expire_time: now + lifetimes.refresh * 1000,
        address: address.slice(0, 60),
        agent: [...agent.toWellFormed().replaceAll('\0', '')].slice(0, 200).join(''),
      });
      return issue({ id, user_id: userId, nonce }, 0, now);
    },
    async refresh(writes, claims) {
      const { now } = writes.act;
      const row = await writes.find(session, BigInt(claims.session.split('.')[0] ?? ''));
      if (!row) throw new AppError('refreshTokenInvalid', { reason: 'the session has ended' });
      if (claims.generation === row.generation) {
        const generation = row.rotates ? row.generation + 1 : row.generation;
        const expire_time = now + lifetimes.refresh * 1000;
        await writes.update(session, row.id, { generation, refreshed_time: now, expire_time });
        return issue(row, generation, now);
      }
      const isParallel = claims.generation === row.generation - 1 && now - row.refreshed_time <= GRACE_MS;
      if (isParallel) return issue(row, row.generation, row.refreshed_time);
      await writes.remove(session, row.id);
      return undefined;
    },
    async endAll(writes, userId, kept) {
      const rows = await writes.where(session, (select) => select.where('user_id', '=', userId));
      for (const row of rows) if (row.id !== kept) await writes.remove(session, row.id);
    },
  };
}

async function endExpired(writes: Writes, userId: bigint): Promise<void> {
  const { now } = writes.act;
  const expired = await writes.where(session, (select) =>
    select.where('user_id', '=', userId).where('expire_time', '<=', now).limit(20),
  );
  for (const row of expired) await writes.remove(session, row.id);
}
