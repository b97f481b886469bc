import { setImmediate as nextTurn } from 'node:timers/promises';

const MOST_MS = 20;

/** Work in parts that leaves the event loop to others once it has held it for a while. */
export class TimeSlice {
  #begun = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begun > MOST_MS;
  }

  /** Lets everybody else work first, and begins another slice. */
  async next(): Promise<void> {
    await nextTurn();
    this.#begun = performance.now();
  }
}
