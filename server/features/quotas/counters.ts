import { retryOnDuplicate } from '../../database/retrying.ts';
import { type Select, systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import type { Quota, Window } from './quota.collection.ts';
import { quotaUse } from './quota-use.collection.ts';

/** How old a number may be by which a request is let in: so much later, one process knows what the others have counted. */
export const KNOWN_FOR_MS = 1000;

/** The counters of this process, each kept in step with those of the others through the database. */
export class Counters {
  readonly #store: RecordStore;
  readonly #all = new Map<string, Counter>();
  readonly #underWay = new Map<Counter, Promise<void>>();

  constructor(store: RecordStore) {
    this.#store = store;
  }

  of(quota: Quota, user: User, now: number): Counter {
    const key = keyOf(quota, user);
    const counter = this.#all.get(key) ?? new Counter(quota, user, now);
    counter.quota = quota;
    this.#all.set(key, counter);
    return counter;
  }

  /** Counts what an answer took. Its caller may have been forgotten while it was read slowly. */
  add(counter: Counter, amount: number, now: number): void {
    const key = keyOf(counter.quota, counter.user);
    const known = this.#all.get(key) ?? counter;
    this.#all.set(key, known);
    known.add(amount, now);
  }

  /** Stores what this process has counted and reads what all have. Simultaneous callers share one exchange. */
  exchange(counter: Counter): Promise<void> {
    const known = this.#underWay.get(counter);
    if (known) return known;
    const exchanged = this.#exchange(counter).finally(() => this.#underWay.delete(counter));
    this.#underWay.set(counter, exchanged);
    return exchanged;
  }

  /** Stores what is not stored yet, and forgets callers who have not asked for a while. */
  async tellAll(): Promise<void> {
    const now = Date.now();
    for (const [key, counter] of this.#all) {
      counter.spanAt(now);
      if (counter.untold > 0) await this.exchange(counter);
      else if (now - counter.readTime > 10 * KNOWN_FOR_MS) this.#all.delete(key);
    }
  }

  async #exchange(counter: Counter): Promise<void> {
    const now = Date.now();
    const span = counter.spanAt(now);
    const told = counter.untold;
    const stored = told > 0 ? await this.#addTo(counter, told, now) : await this.#read(counter, span.start);
    counter.noteStored(span, told, stored, now);
  }

  async #read(counter: Counter, start: number): Promise<number> {
    const use = await this.#store.reads.first(quotaUse, useOf(counter));
    return use && use.start_time >= start ? Number(use.used) : 0;
  }

  #addTo(counter: Counter, told: number, now: number): Promise<number> {
    return this.#store.write({ ...systemContext('use of quotas'), now }, (writes) =>
      addUse(writes, counter, told, now),
    );
  }
}

async function addUse(writes: Writes, counter: Counter, told: number, now: number): Promise<number> {
  const { start, end } = counter.spanAt(now);
  const { quota, user } = counter;
  const use = await writes.first(quotaUse, useOf(counter));
  const before = use && use.start_time >= start ? use.used : 0n;
  const used = before + BigInt(told);
  const window = { used, start_time: start, end_time: end };
  if (use) await writes.update(quotaUse, use.id, window);
  else
    await writes
      .create(quotaUse, { quota_id: quota.id, user_id: user.userId, network: user.network, ...window })
      .catch(retryOnDuplicate);
  return Number(used);
}

function keyOf({ id }: Quota, { userId, network }: User): string {
  return `${id} ${userId} ${network}`;
}

function useOf({ quota, user }: Counter): (select: Select) => Select {
  return (select) =>
    select
      .where('quota_id', '=', quota.id)
      .where('user_id', '=', user.userId)
      .where('network', '=', user.network);
}

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

export interface Span {
  readonly start: number;
  readonly end: number;
}

const LENGTHS = { minute: 60_000, hour: HOUR_MS, day: DAY_MS };

/** The window that holds a time: a minute, hour, day or month in UTC, the same for every process. */
export function windowAt(window: Window, now: number): Span {
  if (window !== 'month') {
    const start = now - (now % LENGTHS[window]);
    return { start, end: start + LENGTHS[window] };
  }
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}
