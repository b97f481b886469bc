/** How long one turn of the event loop may go on beginning work. */
const MOST_MS = 20;

/** Work that is spread over turns of the event loop, so that timers and other work come in between. */
export class Turns {
  readonly #queue: (() => unknown)[] = [];
  #begun: number | undefined;

  /** Whether this turn has begun enough already. */
  get isOver(): boolean {
    const now = performance.now();
    if (this.#begun === undefined) {
      this.#begun = now;
      setImmediate(() => {
        this.#begun = undefined;
      });
    }
    return now - this.#begun > MOST_MS;
  }

  /**
   * Begins work in a later turn. The promises of one piece of work settle before the next begins, so its time can be measured.
   */
  add(work: () => unknown): void {
    this.#queue.push(work);
    setImmediate(this.#goOn);
  }

  readonly #goOn = (): void => {
    if (this.isOver) setImmediate(this.#goOn);
    else this.#queue.shift()?.();
  };
}
