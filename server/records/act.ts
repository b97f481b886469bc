import type { RevisionAction } from '../../contract/audit.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { Reads } from './reads.ts';
import type { Rights } from './rights.ts';
import type { Row } from './row.ts';

/** Who writes, in which request, and when: what stamps, revisions and log entries are made of. */
export interface Act {
  readonly actor: { readonly id: bigint; readonly username: string };
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When a row was made and last changed that was kept elsewhere before: its own times. Its revision tells when it came. */
  readonly original?: { readonly created: number; readonly updated: number };
  /** What led to this act, where a hook did; and what is to follow it. */
  readonly caused?: Caused;
  /** What whoever writes may do with served records; where it is left out, everything. */
  readonly rights?: () => MaybePromise<Rights>;
}

interface Caused {
  /** How many hooks led here, one by the other. */
  readonly depth: number;
  /** What hooks are told once it is committed. */
  readonly later: Committed[];
}

/** A row that was written, for its hook after the commit. */
export interface Committed {
  readonly definition: Definition;
  readonly act: Act;
  readonly action: RevisionAction;
  readonly row: Row;
  readonly before: Row | undefined;
}

/** The actor of everything that no person asked for: first rows, permission keys, sweeps. No user has the id 0. */
export const system = { id: 0n, username: 'system' } as const;

/** Reading inside of an act's transaction. */
export interface ActingReads extends Reads {
  readonly act: Act;
}

/** What whoever acts may do with a record; undefined where its rules do not bind him. */
export async function rightsOver({ act }: ActingReads, { access }: Definition): Promise<Rights | undefined> {
  return access && act.rights?.();
}
