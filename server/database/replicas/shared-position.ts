/** The position of a primary. While it is asked for, all who want a later one share the next statement. */
export class SharedPosition<Position> {
  readonly #ask: () => Promise<Position>;
  #asking: Promise<Position> | undefined;
  #next: Promise<Position> | undefined;

  constructor(ask: () => Promise<Position>) {
    this.#ask = ask;
  }

  /** The position of now or later. */
  now(): Promise<Position> {
    this.#next ??= this.#afterPresent().then(() => {
      const asking = this.#ask();
      this.#asking = asking;
      this.#next = undefined;
      return asking;
    });
    return this.#next;
  }

  /** Waits for the end of the turn, in which others may ask too, and for the statement that has been sent. */
  async #afterPresent(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await this.#asking?.catch(() => {}); // told to those who asked for it
  }
}
