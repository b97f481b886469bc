import { AppError } from '../errors.ts';
import type { Asker } from './engine.ts';
import { unavailable } from './retrying.ts';

/** How many reads of one caller may run or wait, and how many of all callers. */
const MOST = { each: 20, inAll: 100 };
const WAIT_WITHIN_MS = 30_000;

/** The server itself, as the caller of its own reads. */
export const itself: Asker = { caller: '' };

/** The work of one caller. */
interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Runs little work at a time, and lets callers take turns, so that a caller with much work delays others by one piece of it.
 * If there are several places, no caller takes all of them. Work that waits is dropped once its signal is aborted.
 */
export class FairQueue {
  readonly #places: number;
  readonly #placesOfOne: number;
  /** The caller who was served last is last. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #present = 0;

  constructor(places: number) {
    this.#places = Math.max(1, places);
    this.#placesOfOne = Math.max(1, places - 1);
  }

  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    asker.signal?.throwIfAborted();
    const { caller } = asker;
    const line = this.#lines.get(caller) ?? { running: 0, waiting: new Set() };
    if (line.running + line.waiting.size >= MOST.each)
      throw new AppError('tooManyRequests', { headers: { 'retry-after': '5' } });
    if (this.#present >= MOST.inAll) throw unavailable('too many long reads wait');
    this.#lines.set(caller, line);
    this.#present += 1;
    try {
      await this.#place(line, asker.signal);
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

  /** Waits for a place, which counts as taken then. */
  #place(line: Line, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (cause: unknown) => line.waiting.delete(resolve) && reject(cause);
    const onAbort = () => giveUp(signal?.reason);
    const late = setTimeout(() => giveUp(unavailable('a long read waited too long')), WAIT_WITHIN_MS).unref();
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
