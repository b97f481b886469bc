/** What whoever looks after the definitions should know, told once: lines for the server's log. */
export class Advice {
  readonly #told = new Set<string>();
  #listener: (line: string) => void = () => {};

  /** Where lines go from now on. */
  listen(listener: (line: string) => void): void {
    this.#listener = listener;
  }

  give(lines: readonly string[]): void {
    for (const line of lines) {
      if (this.#told.has(line)) continue;
      this.#told.add(line);
      this.#listener(line);
    }
  }
}
