import { retryOnDuplicate } from '../../database/retrying.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';
import { user } from '../accounts/user.record.ts';
import { KNOWN_DAYS, knownNetwork } from './known-network.record.ts';

const DAY_MS = 86_400_000;
/** From known networks guesses are counted for each network, so their number bounds all guesses. */
const MAX_NETWORKS = 50;

/** Whether the user of this name has signed in from a network lately. One query, so that unknown names take as long. */
export async function isKnownNetwork(
  reads: Reads,
  username: string,
  { network, now }: { readonly network: string; readonly now: number },
): Promise<boolean> {
  const known = await reads.rows(
    reads.query
      .selectFrom(`${knownNetwork.name} as k`)
      .innerJoin(`${user.name} as u`, 'u.id', 'k.user_id')
      .select('k.id')
      .where('u.username', '=', username)
      .where('k.network', '=', network)
      .where('k.time', '>', now - KNOWN_DAYS * DAY_MS)
      .limit(1),
    { id: { type: 'bigint' } },
  );
  return known.length > 0;
}

/** Notes that a user has signed in from a network. Of many, the oldest are forgotten. */
export async function rememberNetwork(writes: Writes, user_id: bigint, network: string): Promise<void> {
  const time = writes.context.now;
  const known = await writes.where(knownNetwork, (select) =>
    select.where('user_id', '=', user_id).orderBy('time', 'desc').orderBy('id', 'desc'),
  );
  const same = known.find((one) => one.network === network);
  if (same) return writes.update(knownNetwork, same.id, { time });
  await writes.create(knownNetwork, { user_id, network, time }).catch(retryOnDuplicate);
  for (const { id } of known.slice(MAX_NETWORKS - 1)) await writes.remove(knownNetwork, id);
}
