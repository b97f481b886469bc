import { CannotStart } from '../../errors.ts';
import type { Address, Connection, Engine } from '../engine.ts';
import type { Connections } from '../pooled-engine.ts';

/** How long a read waits for a replica that has not come as far as the primary; then the primary answers. */
export const WITHIN_MS = 100;

/** What is said of a replica that has not come as far as the primary in time. */
export const IS_BEHIND = 'it is behind';
/** What is said of a replica that has missed a failover, or follows another primary. */
export const OF_ANOTHER_HISTORY = 'it lacks the present history of DATABASE_URL';

/** Thrown where a replica is not to be read. */
export class NotUsable extends Error {}

/** What the start says where replicas of a product are not read. */
export function notRead(product: string): CannotStart {
  return new CannotStart(
    `DATABASE_READ_URLS: replicas of ${product} are not read; allowed: replicas of PostgreSQL and MariaDB`,
  );
}

/** Hears how many bytes of the log a replica had not applied, where its engine counts them. */
export type OnBehind = (bytes: number) => void;

/** How the replicas of one engine follow their primary. */
export interface Replication<Position> {
  /** How far the primary has come, asked for now or later. A replica that has come as far shows everything that was acknowledged before. */
  now(): Promise<Position>;
  /** Opens pools of connections to a replica. Throws NotUsable if they may lead to different servers. */
  connect(address: Address): Promise<Connections>;
  /**
   * Waits until a connection's server has come as far as its primary: what is read on it afterwards is as fresh. Throws
   * NotUsable if it takes too long, or if the server does not follow this primary.
   */
  arrive(connection: Connection, position: Position, onBehind: OnBehind): Promise<void>;
  readonly classifyError: Engine['classifyError'];
}
