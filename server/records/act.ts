import type { Catalogue } from '../definitions/catalogue.ts';
import type { Reads } from './reads.ts';
import type { ClaimOf } from './row.ts';

/** Who writes, in which request, and when: what stamps, revisions and log entries are made of. */
export interface Act {
  readonly actor: { readonly id: bigint; readonly username: string };
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When a row was made and last changed that was kept elsewhere before: its own times. Its revision tells when it came. */
  readonly original?: { readonly created: number; readonly updated: number };
  /** Which rows may be told to whoever writes; where it is left out, all may. */
  readonly sees?: ClaimOf;
}

/** The actor of everything that no person asked for: first rows, permission keys, sweeps. No user has the id 0. */
export const system = { id: 0n, username: 'system' } as const;

/** Reading inside of an act's transaction. */
export type ActingReads = Reads & { readonly catalogue: Catalogue; readonly act: Act };
