interface Seen {
  times: number;
  tellMore: (times: number) => void;
}

/** More different things than this are told each time. */
const MOST = 1000;

/** Tells the first of things that are alike at once, and of those that follow within a time only how many they were. */
export class Repeated {
  readonly #everyMs: number;
  readonly #seen = new Map<string, Seen>();
  #window: NodeJS.Timeout | undefined;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Calls `tell` now; or, for one that is like an earlier one, `tellMore` at the end of the window with their number. */
  note(key: string, tell: () => void, tellMore: (times: number) => void): void {
    const seen = this.#seen.get(key);
    if (seen) {
      seen.times += 1;
      seen.tellMore = tellMore;
      return;
    }
    if (this.#seen.size < MOST) this.#seen.set(key, { times: 0, tellMore });
    this.#window ??= setTimeout(() => this.flush(), this.#everyMs).unref();
    tell();
  }

  /** Tells the counts of the window that ends. What goes on is told once in each window. */
  flush(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    const repeated = [...this.#seen].filter(([, { times }]) => times > 0);
    this.#seen.clear();
    for (const [key, { tellMore }] of repeated) this.#seen.set(key, { times: 0, tellMore });
    if (repeated.length > 0) this.#window = setTimeout(() => this.flush(), this.#everyMs).unref();
    for (const [, { times, tellMore }] of repeated) tellMore(times);
  }
}
