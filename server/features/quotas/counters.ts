import { retryOnDuplicate } from '../../database/retrying.ts';
import { type Select, systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { Counter, type User } from './counter.ts';
import type { Quota } from './quota.collection.ts';
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
