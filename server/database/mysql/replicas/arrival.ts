import type { Connection } from '../../engine.ts';
import { IS_BEHIND, NotUsable, OF_ANOTHER_HISTORY, WITHIN_MS } from '../../replicas/replication.ts';
import { LINEAGE, type Position } from './primary-position.ts';

const WAIT = `select master_gtid_wait(?, ${WITHIN_MS / 1000}) as waited`;
const SHARES = `select exists (select 1 from ${LINEAGE} where mark = ?) as shares`;

/** How far a connection's server had come when it was asked last. */
const known = new WeakMap<Connection, Position>();

/**
 * Waits until a connection's server has come as far as its primary: what is read on it afterwards is as fresh. Throws
 * NotUsable if it takes too long, or if the server does not follow this primary.
 */
export async function arrive(connection: Connection, { place, mark }: Position): Promise<void> {
  const before = known.get(connection);
  if (before?.mark === mark && before.place === place) return;
  const [row] = await connection.all({ sql: WAIT, parameters: [place] });
  if (before?.mark !== mark && !(await shares(connection, mark))) throw new NotUsable(OF_ANOTHER_HISTORY);
  if (Number(row?.waited) !== 0) throw new NotUsable(IS_BEHIND);
  known.set(connection, { place, mark });
}

async function shares(connection: Connection, mark: string): Promise<boolean> {
  const [row] = await connection.all({ sql: SHARES, parameters: [mark] });
  return Number(row?.shares) === 1;
}
