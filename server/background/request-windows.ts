/** What is left to a caller after a request. */
export interface Left {
  /** How many more requests its window allows; below 0, this one is already too many. */
  readonly requests: number;
  /** Milliseconds until its next window. */
  readonly resetMs: number;
}

/** Counts the requests of each caller in windows of time. A window begins with the first request that the one before does not hold. */
export class RequestWindows {
  readonly #most: number;
  readonly #everyMs: number;
  readonly #windows = new Map<string, { readonly start: number; count: number }>();

  constructor({ most, everyMs }: { readonly most: number; readonly everyMs: number }) {
    this.#most = most;
    this.#everyMs = everyMs;
  }

  /** How many callers are remembered: those with a window that has not ended, and later ones. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts a request of a caller at a time in milliseconds. */
  count(caller: string, now: number): Left {
    const window = this.#holds(this.#windows.get(caller), now) ?? this.#begin(caller, now);
    window.count += 1;
    return { requests: this.#most - window.count, resetMs: window.start + this.#everyMs - now };
  }

  /** A window that holds a time. A clock that was set back begins a new one. */
  #holds<Window extends { readonly start: number }>(window: Window | undefined, now: number) {
    return window && now >= window.start && now < window.start + this.#everyMs ? window : undefined;
  }

  #begin(caller: string, now: number) {
    this.#windows.delete(caller);
    for (const [other, window] of this.#windows) {
      if (this.#holds(window, now)) break; // the window that began last is last
      this.#windows.delete(other);
    }
    const window = { start: now, count: 0 };
    this.#windows.set(caller, window);
    return window;
  }
}
