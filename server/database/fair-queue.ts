import { tooManyRequests } from '../errors.ts';
import type { Requester } from './engine.ts';
import { unavailable } from './retrying.ts';

/** How much work of one caller may run or wait, and how much of all callers. */
interface Bounds {
  readonly each: number;
  readonly inAll: number;
}

const LONG_READS: Bounds = { each: 20, inAll: 100 };
const WAIT_WITHIN_MS = 30_000;

/** The server itself, as the caller of its own reads. */
export const itself: Requester = { caller: '' };

/** The work of one caller. */
interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Runs a limited number of tasks at a time. Callers take turns, so a caller with many tasks delays others by one task. If there
 * are several slots, no caller takes all of them. A waiting task is dropped once its signal is aborted.
 */
export class FairQueue {
  readonly #places: number;
  readonly #placesOfOne: number;
  readonly #bounds: Bounds;
  /** The caller who was served last is last. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #present = 0;

  constructor(places: number, bounds = LONG_READS) {
    this.#bounds = bounds;
    this.#places = Math.max(1, places);
    this.#placesOfOne = Math.max(1, places - 1);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#present - this.#running;
  }

  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    requester.signal?.throwIfAborted();
    const { caller, hasBegun = false } = requester;
    const line = this.#lines.get(caller) ?? { running: 0, waiting: new Set() };
    if (!hasBegun) this.#requireRoom(line);
    this.#lines.set(caller, line);
    this.#present += 1;
    try {
      await this.#place(line, requester.signal);
      try {
        return await work();
      } finally {
        line.running -= 1;
        this.#running -= 1;
      }
    } finally {
      this.#present -= 1;
      this.#lines.delete(caller);
      if (line.running + line.waiting.size > 0) this.#lines.set(caller, line);
      this.#giveNext();
    }
  }

  #requireRoom({ running, waiting }: Line): void {
    if (running + waiting.size >= this.#bounds.each) throw tooManyRequests();
    if (this.#present >= this.#bounds.inAll) throw unavailable('too much work waits');
  }

  /** Waits for a place, which counts as taken then. */
  #place(line: Line, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (cause: unknown) => line.waiting.delete(resolve) && reject(cause);
    const onAbort = () => giveUp(signal?.reason);
    const late = setTimeout(() => giveUp(unavailable('the work waited too long')), WAIT_WITHIN_MS).unref();
    signal?.addEventListener('abort', onAbort);
    line.waiting.add(resolve);
    this.#giveNext();
    return promise.finally(() => {
      clearTimeout(late);
      signal?.removeEventListener('abort', onAbort);
    });
  }

  #giveNext(): void {
    if (this.#running >= this.#places) return;
    for (const line of this.#lines.values()) {
      const [first] = line.waiting;
      if (!first || line.running >= this.#placesOfOne) continue;
      line.waiting.delete(first);
      line.running += 1;
      this.#running += 1;
      first();
      return;
    }
  }
}
