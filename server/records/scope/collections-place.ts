import type { NewJob } from '../../background/job-store.ts';
import type { Raw } from '../../database/engine.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import type { Destination } from '../../definitions/types/destination.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Rights } from '../rights.ts';
import type { Reads } from '../store/reads.ts';
import type { WriteContext } from '../store/write-context.ts';

/** Bounded, because on SQLite all other writes wait meanwhile. */
export const TRANSACTION_MS = 5000;

/** The writes of a project's code. */
export interface ScopeWrites extends Reads {
  create(definition: Definition, values: Raw): Promise<bigint>;
  update(definition: Definition, id: bigint, changes: Raw): Promise<void>;
  /** Changes the record that holds the values of this unique group, or creates it. */
  upsert(definition: Definition, by: string, values: Raw): Promise<Upserted>;
  remove(definition: Definition, id: bigint): Promise<void>;
  move(definition: Definition, id: bigint, to: Destination): Promise<void>;
  publish(drafts: Definition, id: bigint): Promise<void>;
  unpublish(drafts: Definition, id: bigint): Promise<void>;
  /** Adds a job that begins if the transaction is committed. */
  follow(job: NewJob): void;
  readonly context: WriteContext;
}

export interface Upserted {
  readonly id: bigint;
  readonly isNew: boolean;
}

/** How own code reads and writes: inside a transaction, or with each write in a transaction of its own. */
export interface RecordsPlace {
  readonly catalogue: Catalogue;
  /** What the caller may do, for code that keeps to it. Without it, everything; writes must be opened with the same rights. */
  readonly rights?: () => MaybePromise<Rights>;
  /** Whether calls are independent, so that the code may go on after a failed one. Never inside a transaction. */
  readonly isIndependent?: true;
  read<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  write<T>(work: (writes: ScopeWrites) => Promise<T>): Promise<T>;
}

/** Inside the transaction of these writes: everything fails as one, and records that are read by id stay locked. */
export function placeIn(writes: ScopeWrites, rights?: RecordsPlace['rights']): RecordsPlace {
  return {
    catalogue: writes.catalogue,
    read: (work) => work(writes),
    write: (work) => work(writes),
    ...(rights && { rights }),
  };
}
