import type { Reads } from '../../records/store/reads.ts';
import { user } from '../accounts/user.collection.ts';
import { networkOf } from '../actor.ts';
import { session } from './session.collection.ts';

/** The most sessions that are listed. */
const MOST_SHOWN = 100;

/** A session whose access token may still be in use. */
interface SignedInSession {
  readonly user_id: bigint;
  readonly username: string;
  /** What the client says of itself. */
  readonly agent: string;
  /** Whether a browser's cookie or a program holds its refresh token. */
  readonly in_cookie: boolean;
  /** Where it began; of IPv6 the /64, as in the log. */
  readonly network: string;
  readonly create_time: number;
  readonly refreshed_time: number;
}

/** Who is signed in now. */
export interface SignedIn {
  readonly people: number;
  readonly sessions: number;
  /** The sessions that were refreshed last. */
  readonly latest: readonly SignedInSession[];
}

/** The active users with sessions that were opened or refreshed within the life of an access token, in seconds. */
function living({ query }: Reads, accessSeconds: number) {
  const now = Date.now();
  return query
    .selectFrom(`${session.name} as s`)
    .innerJoin(`${user.name} as u`, 'u.id', 's.user_id')
    .where('s.refreshed_time', '>', now - accessSeconds * 1000)
    .where('s.expire_time', '>', now)
    .where('u.active', '=', true);
}

/** Counts who is signed in. */
export async function countSignedIn(
  reads: Reads,
  accessSeconds: number,
): Promise<Pick<SignedIn, 'people' | 'sessions'>> {
  const counts = living(reads, accessSeconds).select((e) => [
    e.fn.countAll().as('sessions'),
    e.fn.count('s.user_id').distinct().as('people'),
  ]);
  const [found] = await reads.records<{ readonly sessions: bigint; readonly people: bigint }>(counts, {
    sessions: { type: 'bigint' },
    people: { type: 'bigint' },
  });
  return { people: Number(found?.people), sessions: Number(found?.sessions) };
}

/** Counts who is signed in, and lists the sessions that were refreshed last. */
export async function signedIn(reads: Reads, accessSeconds: number): Promise<SignedIn> {
  const latest = living(reads, accessSeconds)
    .select(['s.user_id', 'u.username', 's.agent', 's.in_cookie', 's.address as network'])
    .select(['s.create_time', 's.refreshed_time'])
    .orderBy('s.refreshed_time', 'desc')
    .orderBy('s.id', 'desc')
    .limit(MOST_SHOWN);
  const found = await reads.records<SignedInSession>(latest, {
    user_id: { type: 'bigint' },
    username: { type: 'text' },
    agent: { type: 'text' },
    in_cookie: { type: 'boolean' },
    network: { type: 'text' },
    create_time: { type: 'time' },
    refreshed_time: { type: 'time' },
  });
  return {
    ...(await countSignedIn(reads, accessSeconds)),
    latest: found.map((one) => ({ ...one, network: networkOf(one.network) })),
  };
}
