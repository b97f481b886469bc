/** How many durations were up to each bound, in seconds, and what they add up to. */
export class Durations {
  readonly bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** `bounds` are in seconds and ascend. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = Array<number>(bounds.length + 1).fill(0);
  }

  add(ms: number): void {
    const seconds = ms / 1000;
    let place = 0;
    while (place < this.bounds.length && seconds > (this.bounds[place] as number)) place += 1;
    this.#counts[place] = (this.#counts[place] as number) + 1;
    this.#sum += seconds;
  }

  get sum(): number {
    return this.#sum;
  }

  get count(): number {
    return this.#counts.reduce((all, one) => all + one, 0);
  }

  /** How many were at most as long as each bound. */
  upTo(): readonly [bound: number, count: number][] {
    let all = 0;
    return this.bounds.map((bound, place) => {
      all += this.#counts[place] as number;
      return [bound, all];
    });
  }
}
