import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, anonymous, networkOf } from '../../access/index.ts';
import type { AppError } from '../../errors.ts';
import { api, dialectOf, type Gate } from '../../http/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { type MaybePromise, Tally, whenKnown } from '../../shared/index.ts';
import { type Counter, Counters, KNOWN_FOR_MS, type User } from './counters.ts';
import { quota, UNITS } from './quota.collection.ts';
import { QuotaBook } from './quota-book.ts';
import { SentBytes } from './sent-bytes.ts';
import { refusalBy, tellQuotas } from './told.ts';

/** Holds requests back whose caller has used up a quota, and counts what the others use. */
export class Quotas {
  /** Refusals by the unit of the quota. */
  readonly refusals = new Tally(...UNITS);
  readonly #store: RecordStore;
  readonly #counters: Counters;
  readonly #sent = new SentBytes();
  readonly #costs = new AsyncLocalStorage<readonly Counter[]>();
  readonly #costly = new WeakMap<FastifyRequest, readonly Counter[]>();
  #timesStatements = false;
  #book = new QuotaBook([]);
  #bookTime = 0;
  #reading: Promise<QuotaBook> | undefined;

  constructor(store: RecordStore) {
    this.#store = store;
    this.#counters = new Counters(store);
  }

  /** Stores what was counted since the last time. */
  tell(): Promise<void> {
    return this.#counters.tellAll();
  }

  /** Lets the next request read the quotas anew. */
  forget(): void {
    this.#bookTime = 0;
  }

  readonly gate: Gate = (request, reply, actor) => {
    if (isFree(actor)) return undefined;
    return whenKnown(this.#knownBook(), (book) => {
      const counters = this.#countersOf(book, actor, request);
      return counters.length === 0 ? undefined : this.#pass(counters, request, reply);
    });
  };

  /** Runs the handling of a request so that the time of its statements is known to be its own. */
  readonly handle = (request: FastifyRequest, _reply: FastifyReply, next: () => void): void => {
    const costly = this.#costly.get(request);
    if (costly) this.#costs.run(costly, next);
    else next();
  };

  #knownBook(): MaybePromise<QuotaBook> {
    if (Date.now() - this.#bookTime < KNOWN_FOR_MS) return this.#book;
    this.#reading ??= this.#readBook().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readBook(): Promise<QuotaBook> {
    const began = Date.now();
    const all = await this.#store.reads.where(quota, (select) => select.orderBy('id'));
    this.#book = new QuotaBook(all);
    this.#bookTime = began;
    if (all.some(({ unit }) => unit === 'cost')) this.#timeStatements();
    return this.#book;
  }

  #countersOf(book: QuotaBook, actor: Actor, { address }: FastifyRequest): readonly Counter[] {
    const quotas = book.of(actor);
    if (quotas.length === 0) return [];
    const user: User = { userId: actor.id, network: actor.id === anonymous.id ? networkOf(address) : '' };
    const now = Date.now();
    return quotas.map((one) => this.#counters.of(one, user, now));
  }

  #pass(
    counters: readonly Counter[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): MaybePromise<AppError | undefined> {
    const now = Date.now();
    const old = counters.filter(({ readTime }) => now - readTime >= KNOWN_FOR_MS);
    if (old.length === 0) return this.#decide(counters, request, reply);
    return Promise.all(old.map((one) => this.#counters.exchange(one))).then(() =>
      this.#decide(counters, request, reply),
    );
  }

  #decide(counters: readonly Counter[], request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const now = Date.now();
    const usedUp = counters.find((one) => one.leftAt(now) === 0);
    if (!usedUp)
      for (const one of counters) if (one.quota.unit === 'requests') this.#counters.add(one, 1, now);
    if (dialectOf(request.raw) === api) tellQuotas(reply, counters, now);
    if (!usedUp) return this.#count(counters, request, reply);
    this.refusals.add(usedUp.quota.unit);
    return refusalBy(usedUp, now);
  }

  /** Counts what an answer holds once it has left. What it cost is counted statement by statement. */
  #count(counters: readonly Counter[], request: FastifyRequest, reply: FastifyReply): undefined {
    const of = (unit: (typeof UNITS)[number]) => counters.filter((one) => one.quota.unit === unit);
    const [records, bytes, cost] = [of('records'), of('bytes'), of('cost')];
    if (cost.length > 0) this.#costly.set(request, cost);
    if (records.length === 0 && bytes.length === 0) return;
    const { socket } = request.raw;
    if (bytes.length > 0) this.#sent.begin(socket);
    reply.raw.once('close', () => {
      const now = Date.now();
      for (const one of records) this.#counters.add(one, request.shown?.count ?? 0, now);
      const sent = bytes.length > 0 ? this.#sent.take(socket) : 0;
      for (const one of bytes) this.#counters.add(one, sent, now);
    });
  }

  #timeStatements(): void {
    if (this.#timesStatements) return;
    this.#timesStatements = true;
    const { watch } = this.#store.database;
    watch.keepContext();
    watch.listen((operation, ms) => {
      if (operation === 'transaction') return; // its statements are told of as well
      for (const one of this.#costs.getStore() ?? []) this.#counters.add(one, ms, Date.now());
    });
  }
}

/** Super administrators could raise their own quotas, and nobody may lock them out of that. */
function isFree({ isSuper, key, impersonator }: Actor): boolean {
  return (isSuper && key === undefined) || impersonator !== undefined;
}
