import type { Raw } from '../../database/engine.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { HookRecords } from '../../definitions/hooks.ts';
import type { Reads } from '../rows/reads.ts';
import { conditionOf, eachRow, fewRows, PAGE, rowsAfter, sumOf } from './hook-reads.ts';

/** What hooks write with. */
export interface HookWrites extends Reads {
  create(definition: Definition, values: Raw): Promise<bigint>;
  update(definition: Definition, id: bigint, changes: Raw): Promise<void>;
  remove(definition: Definition, id: bigint): Promise<void>;
}

/** How a hook reads and writes: inside the transaction that runs it, or, after a commit, in transactions of its own. */
export interface HookPlace {
  readonly catalogue: Catalogue;
  read<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  write<T>(work: (writes: HookWrites) => Promise<T>): Promise<T>;
}

/** The records as one run of a hook reaches them: until it ends, or until something fails. */
export class HookRecordsScope {
  readonly records: HookRecords;
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor({ catalogue, read, write }: HookPlace) {
    const reading = <T>(record: string, work: (reads: Reads, definition: Definition) => Promise<T>) =>
      this.oneByOne(() => read((reads) => work(reads, catalogue.get(record))));
    const writing = <T>(record: string, work: (writes: HookWrites, definition: Definition) => Promise<T>) =>
      this.oneByOne(() => write((writes) => work(writes, writable(catalogue, record))));
    this.records = {
      find: (record, id) => reading(record, (reads, definition) => reads.find(definition, id)),
      where: (record, where) => reading(record, (reads, definition) => fewRows(reads, definition, where)),
      each: (record, where) =>
        eachRow((after) =>
          reading(record, (reads, definition) => rowsAfter(reads, definition, where, { after, most: PAGE })),
        ),
      count: (record, where) =>
        reading(record, (reads, definition) =>
          reads.count(definition, (select) => select.where(conditionOf(reads, definition, where))),
        ),
      sum: (record, field, where) =>
        reading(record, (reads, definition) =>
          sumOf(reads, definition, field, conditionOf(reads, definition, where)),
        ),
      create: (record, values) => writing(record, (writes, definition) => writes.create(definition, values)),
      update: (record, id, changes) =>
        writing(record, (writes, definition) => writes.update(definition, id, changes)),
      remove: (record, id) => writing(record, (writes, definition) => writes.remove(definition, id)),
    };
  }

  /**
   * Ends the scope when the hook has returned, after what it began without awaiting. Throws what failed, even if the hook
   * caught it: a write may be half done, and after some engine errors the transaction no longer exists.
   */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#last;
    this.#requireSound();
  }

  #requireSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Runs calls one by one, even if the hook does not await them: two changes of a row must not cross. */
  oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const isLate = this.#isOver;
    const running = this.#last.then(() => {
      if (isLate) throw new Error('the hook has ended: what it does must be awaited');
      this.#requireSound();
      return work();
    });
    this.#last = running.then(
      () => {},
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    return running;
  }
}

function writable(catalogue: Catalogue, record: string): Definition {
  if (/^quire_|__/.test(record)) throw new Error(`hooks cannot write '${record}', which is the server's own`);
  return catalogue.get(record);
}
