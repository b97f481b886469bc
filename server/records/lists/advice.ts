/** Advice for the authors of the definitions, as lines for the server's log; each line is given once. */
export class Advice {
  readonly #given = new Set<string>();
  #listener: (line: string) => void = () => {};

  /** Sets the receiver of the lines. */
  listen(listener: (line: string) => void): void {
    this.#listener = listener;
  }

  isNew(line: string): boolean {
    return !this.#given.has(line);
  }

  give(line: string): void {
    if (!this.isNew(line)) return;
    this.#given.add(line);
    this.#listener(line);
  }
}
