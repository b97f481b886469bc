import type { Outcome } from './fate.ts';

/** A user of the source while its own rows are decided about. */
export interface Owner {
  readonly outcome: Outcome;
  /** Its id here, once it has one. */
  target: bigint | undefined;
}

/** The id here of a user that was written before what belongs to it. */
export function targetOf({ target }: Owner): bigint {
  if (target === undefined) throw new Error('a user is written before what belongs to it');
  return target;
}
