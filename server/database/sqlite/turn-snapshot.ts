import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './prepare.ts';

/**
 * One read transaction for all reads of a turn of the event loop, so that they see one state of the database. A read by itself
 * locks and unlocks the file, which costs more than finding its row. It never outlives its turn, so it holds up no checkpoint.
 */
export class TurnSnapshot {
  readonly #begin: () => unknown;
  readonly #commit: () => unknown;
  #isOpen = false;
  #isScheduled = false;

  constructor(database: DatabaseSync) {
    const [begin, commit] = [prepare(database, 'begin'), prepare(database, 'commit')];
    this.#begin = () => begin.run();
    this.#commit = () => commit.run();
  }

  /** Call it before each read. */
  open(): void {
    if (this.#isOpen) return;
    this.#begin();
    this.#isOpen = true;
    if (!this.#isScheduled) setImmediate(this.#endTurn);
    this.#isScheduled = true;
  }

  /** Call it after a commit of this process, so that the next read sees it. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#commit();
  }

  readonly #endTurn = (): void => {
    this.#isScheduled = false;
    this.close();
  };
}
