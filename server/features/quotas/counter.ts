import type { Quota } from './quota.collection.ts';
import { type Span, windowAt } from './windows.ts';

/** Who uses a quota: a user, or a network where nobody has signed in. For the quota of a key, its user. */
export interface User {
  readonly userId: bigint;
  readonly network: string;
}

/** What one caller has used of one quota: as it is stored, and what this process has counted since. */
export class Counter {
  quota: Quota;
  readonly user: User;
  /** When the stored number was read last. */
  readTime = 0;
  #span: Span;
  #stored = 0;
  #fresh = 0;

  constructor(quota: Quota, user: User, now: number) {
    this.quota = quota;
    this.user = user;
    this.#span = windowAt(quota.span, now);
  }

  /** The window of this time. A new one begins with nothing. */
  spanAt(now: number): Span {
    if (now >= this.#span.end || now < this.#span.start) {
      this.#span = windowAt(this.quota.span, now);
      this.#stored = 0;
      this.#fresh = 0;
    }
    return this.#span;
  }

  leftAt(now: number): number {
    this.spanAt(now);
    return Math.max(0, Math.floor(Number(this.quota.most) - this.#stored - this.#fresh));
  }

  add(amount: number, now: number): void {
    this.spanAt(now);
    this.#fresh += amount;
  }

  /** What is not stored yet, in whole units. */
  get untold(): number {
    return Math.trunc(this.#fresh);
  }

  /** Notes that so much of it was stored in a window, and what is stored there by all processes. */
  noteStored(span: Span, told: number, stored: number, now: number): void {
    this.readTime = now;
    if (this.#span.start !== span.start) return;
    this.#stored = stored;
    this.#fresh -= told;
  }
}
