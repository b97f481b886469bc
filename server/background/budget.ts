import { AppError } from '../errors.ts';

/** An amount of work that each caller may have done in a time. It comes back evenly, so a pause gives room for more. */
export class Budget {
  readonly #most: number;
  readonly #everyMs: number;
  readonly #spent = new Map<string, { readonly amount: number; readonly time: number }>();

  constructor({ most, everyMs }: { readonly most: number; readonly everyMs: number }) {
    this.#most = most;
    this.#everyMs = everyMs;
  }

  /** Throws `tooManyRequests`, with the seconds to wait, if nothing of a caller's budget is left. */
  requireLeft(caller: string, now = Date.now()): void {
    const over = this.#amount(caller, now) - this.#most;
    if (over < 0) return;
    const waitMs = ((over + 1) / this.#most) * this.#everyMs;
    throw new AppError('tooManyRequests', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });
  }

  /** Counts work that was done. It may be more than is left: what comes next then waits longer. */
  spend(caller: string, amount: number, now = Date.now()): void {
    const total = this.#amount(caller, now) + amount;
    this.#spent.delete(caller);
    this.#spent.set(caller, { amount: total, time: now });
    for (const [other] of this.#spent) {
      if (this.#amount(other, now) > 0) break; // the one who spent last is last
      this.#spent.delete(other);
    }
  }

  #amount(caller: string, now: number): number {
    const { amount, time } = this.#spent.get(caller) ?? { amount: 0, time: now };
    return Math.max(0, amount - ((now - time) / this.#everyMs) * this.#most);
  }
}
