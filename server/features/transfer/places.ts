import { AppError } from '../../errors.ts';

/** A bounded number of places for work that lasts as long as its client wants: so many in all, and so many for one asker. */
export class Places {
  readonly #most: number;
  readonly #mostEach: number;
  readonly #taken: unknown[] = [];

  constructor(most: number, mostEach: number) {
    this.#most = most;
    this.#mostEach = mostEach;
  }

  /** Takes a place, and answers what gives it back, once. Throws where none is left. */
  take(asker: unknown): () => void {
    const own = this.#taken.filter((one) => one === asker).length;
    if (this.#taken.length >= this.#most || own >= this.#mostEach)
      throw new AppError('tooManyRequests', { headers: { 'retry-after': '5' } });
    this.#taken.push(asker);
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken.splice(this.#taken.indexOf(asker), 1);
      isTaken = false;
    };
  }
}
