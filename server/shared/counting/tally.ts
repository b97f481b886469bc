/** Counts events by a few words that are known beforehand, such as outcomes. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** Words that have not happened yet may be named, so that they count 0. */
  constructor(...words: readonly string[]) {
    for (const word of words) this.#counts.set(word, 0);
  }

  add(word: string): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  entries(): [word: string, count: number][] {
    return [...this.#counts];
  }
}
