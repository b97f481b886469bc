import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { HookRecords } from '../definitions/hooks.ts';
import type { Reads } from './reads.ts';

/** Where hooks write. */
export interface HookWrites extends Reads {
  create(definition: Definition, values: never): Promise<bigint>;
  update(definition: Definition, id: bigint, changes: never): Promise<void>;
  remove(definition: Definition, id: bigint): Promise<void>;
}

/** Where a hook reads and writes: in the transaction that it is part of, or in ones of their own. */
export interface HookPlace {
  readonly catalogue: Catalogue;
  read<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  write<T>(work: (writes: HookWrites) => Promise<T>): Promise<T>;
}

const MOST_ROWS = 1000;

/** The records as one run of a hook reaches them: for as long as it runs, and until something fails. */
export class LentRecords {
  readonly records: HookRecords;
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor({ catalogue, read, write }: HookPlace) {
    const reading = <T>(record: string, work: (reads: Reads, definition: Definition) => Promise<T>) =>
      this.#inTurn(() => read((reads) => work(reads, catalogue.get(record))));
    const writing = <T>(record: string, work: (writes: HookWrites, definition: Definition) => Promise<T>) =>
      this.#inTurn(() => write((writes) => work(writes, writable(catalogue, record))));
    this.records = {
      find: (record, id) => reading(record, (reads, definition) => reads.find(definition, id)),
      where: (record, where) =>
        reading(record, (reads, definition) =>
          reads.where(definition, (select) =>
            select.where(reads.leftBy(definition, where)).orderBy('id').limit(MOST_ROWS),
          ),
        ),
      count: (record, where) =>
        reading(record, (reads, definition) =>
          reads.count(definition, (select) => select.where(reads.leftBy(definition, where ?? 'all'))),
        ),
      create: (record, values) =>
        writing(record, (writes, definition) => writes.create(definition, values as never)),
      update: (record, id, changes) =>
        writing(record, (writes, definition) => writes.update(definition, id, changes as never)),
      remove: (record, id) => writing(record, (writes, definition) => writes.remove(definition, id)),
    };
  }

  /**
   * Takes the records back when the hook has run, with what it has begun and did not wait for. Throws what failed, whatever the
   * hook made of it: a write may have been half done, and after an engine's error there may be no transaction any more.
   */
  async takeBack(): Promise<void> {
    this.#isOver = true;
    await this.#last;
    this.#requireSound();
  }

  #requireSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** One after the other, however the hook waits for them: two changes of a row must not cross. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
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
