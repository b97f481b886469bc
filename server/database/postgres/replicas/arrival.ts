import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../engine.ts';
import {
  IS_BEHIND,
  NotUsable,
  OF_ANOTHER_HISTORY,
  type OnBehind,
  WITHIN_MS,
} from '../../replicas/replication.ts';
import { LINEAGE, type Position } from './primary-position.ts';

const LONGEST_PAUSE_MS = 16;

const PROGRESS = `select pg_is_in_recovery() as "follows", exists (select 1 from ${LINEAGE} where "mark" = $1) as "shares",
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as "place"`;

/** How far a connection's server had come when it was asked last. It does not go back, and follows one history. */
const known = new WeakMap<Connection, Position>();

/**
 * Waits until a connection's server has come as far as its primary: what is read on it afterwards is as fresh. Throws
 * NotUsable if it takes too long, or if the server does not follow this primary.
 */
export async function arrive(
  connection: Connection,
  { place, mark }: Position,
  onBehind: OnBehind,
): Promise<void> {
  const before = known.get(connection);
  if (before && before.mark === mark && before.place >= place) return;
  const until = performance.now() + WITHIN_MS;
  for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const [row] = await connection.all({ sql: PROGRESS, parameters: [mark] });
    if (row?.follows !== true) throw new NotUsable('it follows no primary');
    const reached = row.place as bigint;
    onBehind(Math.max(0, Number(place - reached)));
    if (row.shares === true && reached >= place) {
      known.set(connection, { place: reached, mark });
      return;
    }
    if (performance.now() > until) throw new NotUsable(row.shares === true ? IS_BEHIND : OF_ANOTHER_HISTORY);
    await wait(pause);
  }
}
