import { type Condition, never } from './condition.ts';

/**
 * Keeps rules closed. Whether a record meets a comparison with a value of another type is unknown, so no negation around one holds
 * for any record.
 */
export class Unknowns {
  #isNoted = false;

  /** A comparison has a value of another type. */
  note(): void {
    this.#isNoted = true;
  }

  /** The records that do not meet the condition, unless something in it is unknown. */
  negation(read: () => Condition): Condition {
    const before = this.#isNoted;
    this.#isNoted = false;
    const condition = read();
    if (this.#isNoted) return never;
    this.#isNoted = before;
    return { not: condition };
  }
}
