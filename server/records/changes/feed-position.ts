import { randomInt } from 'node:crypto';

/** A place in the feed of changes: behind the change at this position. */
export interface FeedPosition {
  readonly position: bigint;
  /**
   * The mark of that change. If the database is restored, or a failover loses its last commits, another change comes to that
   * position, with another mark. Undefined where it is not known.
   */
  readonly mark?: bigint | undefined;
}

const MOST_MARK = 2 ** 47;

/** A random mark for the changes of a transaction. */
export function newMark(): bigint {
  return BigInt(randomInt(MOST_MARK));
}
