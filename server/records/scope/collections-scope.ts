import type { Raw } from '../../database/engine.ts';
import {
  type Definition,
  type Destination,
  isPlainObject,
  type Records as RecordsOfCollections,
  shown,
  type Where,
} from '../../definitions/for-server.ts';
import { AppError, isRefusal } from '../../errors.ts';
import { message, render } from '../../messages/message.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Rights, Use } from '../rights.ts';
import { LockingReads, type Reads } from '../store/reads.ts';
import { placeIn, type RecordsPlace, type ScopeWrites, TRANSACTION_MS } from './collections-place.ts';
import { inTime } from './in-time.ts';
import { countRecords, type GroupOptions, groupRecords, hasRecords, measureOf } from './measure-records.ts';
import { ownJob } from './own-job.ts';
import { mailJobs } from './own-mail.ts';
import { type PageOptions, readPage } from './page-records.ts';
import {
  eachRecord,
  findRecord,
  firstRecord,
  type ListOptions,
  listRecords,
  recordsAfter,
  type Sorted,
} from './scope-reads.ts';
import type { Target } from './target.ts';
import { ancestorRecords, childRecords, descendantRecords } from './tree-records.ts';

/** The collections as a project's code reaches them, in a hook, a route or a job, until it ends or something fails. */
export class RecordsScope {
  readonly records: RecordsOfCollections;
  readonly #place: RecordsPlace;
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(place: RecordsPlace) {
    this.#place = place;
    const read = <T>(collection: string, work: (target: Target) => Promise<T>) =>
      this.#read(collection, work);
    const write = <T>(
      collection: string,
      use: Use,
      work: (writes: ScopeWrites, definition: Definition) => Promise<T>,
    ) => this.#write(collection, [use], work);
    const made: AnyCollections = {
      find: (collection, wanted, options) =>
        read(collection, (target) =>
          isPlainObject(wanted) ? firstRecord(target, wanted, options) : findRecord(target, asId(wanted)),
        ),
      where: (collection, where, options) =>
        read(collection, (target) => listRecords(target, where, options)),
      each: (collection, where) =>
        eachRecord((after) => read(collection, (target) => recordsAfter(target, where, after))),
      page: (collection, options) => read(collection, (target) => readPage(target, options)),
      ancestors: (collection, id) => read(collection, (target) => ancestorRecords(target, asId(id))),
      descendants: (collection, id, options) =>
        read(collection, (target) => descendantRecords(target, asId(id), options)),
      children: (collection, id, options) =>
        read(collection, (target) => childRecords(target, id === null ? null : asId(id), options)),
      count: (collection, where) => read(collection, (target) => countRecords(target, where)),
      exists: (collection, where) => read(collection, (target) => hasRecords(target, where)),
      sum: (collection, field, where) => read(collection, (target) => measureOf(target, 'sum', field, where)),
      min: (collection, field, where) => read(collection, (target) => measureOf(target, 'min', field, where)),
      max: (collection, field, where) => read(collection, (target) => measureOf(target, 'max', field, where)),
      group: (collection, by, options) =>
        read(collection, (target) => groupRecords(target, [by].flat(), options)),
      create: (collection, values) =>
        write(collection, 'create', (writes, one) => writes.create(one, values)),
      update: (collection, id, changes) =>
        write(collection, 'update', (writes, one) => writes.update(one, asId(id), changes)),
      upsert: (collection, by, values) =>
        this.#write(collection, ['create', 'update'], (writes, one) => writes.upsert(one, by, values)),
      move: (collection, id, to) =>
        write(collection, 'update', (writes, one) => writes.move(one, asId(id), asDestination(to))),
      publish: (collection, id) =>
        write(collection, 'publish', (writes, one) => writes.publish(withDrafts(one), asId(id))),
      unpublish: (collection, id) =>
        write(collection, 'publish', (writes, one) => writes.unpublish(withDrafts(one), asId(id))),
      remove: (collection, id) => write(collection, 'delete', (writes, one) => writes.remove(one, asId(id))),
      enqueue: (job, input, options) =>
        this.#oneByOne(() =>
          this.#place.write(async (writes) => writes.follow(ownJob(writes.context, job, input, options))),
        ),
      send: (mail, to, input, options) =>
        this.#oneByOne(() =>
          this.#place.write(async (writes) => {
            for (const job of mailJobs(writes.context, mail, { to, input, options })) writes.follow(job);
          }),
        ),
      lock: (collection, id) =>
        read(collection, (target) => {
          if (target.reads instanceof LockingReads) return findRecord(target, asId(id));
          throw new Error('lock needs a transaction: outside of one, nothing would hold the record');
        }),
    };
    this.records = made as unknown as RecordsOfCollections; // its types follow from names that only a project's compiler knows
  }

  /**
   * Ends the scope once the code has returned, after calls that it did not await. Unless calls are independent, throws their
   * failure even if the code caught it: a write may be half done, and after some engine errors the transaction no longer
   * exists.
   */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#last;
    this.#requireSound();
  }

  /** Several calls as one transaction; an error undoes all of them. */
  transaction<T>(work: (records: RecordsOfCollections) => Promise<T>): Promise<T> {
    return this.#oneByOne(() =>
      this.#place.write((writes) =>
        new RecordsScope(placeIn(writes, this.#place.rights)).run((scope) =>
          inTime(work(scope.records), TRANSACTION_MS),
        ),
      ),
    );
  }

  /** Does work with these collections, and ends the scope. */
  async run<T>(work: (scope: this) => T | Promise<T>): Promise<T> {
    try {
      const value = await work(this);
      await this.close();
      return value;
    } catch (error) {
      await this.close().catch(() => {}); // what the work itself threw says more
      throw error;
    }
  }

  #requireSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #read<T>(collection: string, work: (target: Target) => Promise<T>): Promise<T> {
    return this.#oneByOne(async () => {
      const definition = this.#definition(collection);
      const rights = await this.#rightsFor(definition, ['read']);
      return this.#place.read((reads: Reads) => work({ reads, definition, rights }));
    });
  }

  #write<T>(
    collection: string,
    uses: readonly Use[],
    work: (writes: ScopeWrites, definition: Definition) => Promise<T>,
  ): Promise<T> {
    return this.#oneByOne(async () => {
      const definition = this.#place.catalogue.writable(this.#definition(collection));
      if (/^quire_|__/.test(collection))
        throw new Error(`'${collection}' is the server's own: its records can be read, but not written`);
      await this.#rightsFor(definition, uses);
      return this.#place.write((writes) => work(writes, definition)).catch(naming(collection));
    });
  }

  #definition(collection: string): Definition {
    const { all, queries, get } = this.#place.catalogue;
    const names = [...all, ...queries].map(({ name }) => name);
    if (names.includes(collection)) return get(collection);
    throw new Error(`collection '${collection}' is not defined${suggestion(collection, names)}`);
  }

  /** The caller's rights, if they bind the code. Throws if they leave no records for one of the uses. */
  async #rightsFor(definition: Definition, uses: readonly Use[]): Promise<Rights | undefined> {
    const rights = await this.#place.rights?.();
    for (const use of uses)
      if (rights?.records(definition, use) === 'none')
        throw new AppError('permissionMissing', {
          reason: message('mayNotUseCollection', { use, collection: definition.name }),
        });
    return rights;
  }

  /** Runs calls one by one, even if the code does not await them: two changes of a record must not cross. */
  #oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const isLate = this.#isOver;
    const running = this.#last.then(() => {
      if (isLate) throw new Error('this code has ended: what it does must be awaited');
      this.#requireSound();
      return work();
    });
    this.#last = running.then(
      () => {},
      (error: unknown) => {
        if (!this.#place.isIndependent) this.#failure ??= { error };
      },
    );
    return running;
  }
}

/** Code may be untyped: a missing id must not match any record, and a number may have lost digits. */
function asId(id: unknown): bigint {
  if (typeof id === 'bigint') return id;
  throw new Error(`an id must be a bigint such as 1n, not ${shown(id)}`);
}

/** A misspelt place must not stand for another one. */
function asDestination(to: Destination): Destination {
  const { within: _, ...place } = isPlainObject(to) ? to : {};
  const [named, ...others] = Object.entries(place);
  const [name, value] = named ?? [];
  const isPlace = name === 'to' ? value === 'first' || value === 'last' : typeof value === 'bigint';
  if (others.length === 0 && isPlace && ['before', 'after', 'to'].includes(name ?? '')) return to;
  throw new Error(
    `a record is moved { before: id }, { after: id }, { to: 'first' } or { to: 'last' }, not ${shown(to)}`,
  );
}

function withDrafts(definition: Definition): Definition {
  if (definition.draftOf !== undefined) return definition;
  throw new Error(`collection '${definition.name}' has no drafts: its records are always published`);
}

/** Rethrows the failure of a write, with the collection's name in the message. */
function naming(collection: string) {
  return (error: unknown): never => {
    if (isRefusal(error))
      error.message = `collection '${collection}': ${render(error.reason ?? error.text, 'en')}`;
    throw error;
  };
}

/** The same calls for names that only the run time knows. */
interface AnyCollections extends Pick<RecordsOfCollections, 'enqueue' | 'send'> {
  find(
    collection: string,
    wanted: bigint | Where,
    options?: { readonly sort?: Sorted },
  ): Promise<Raw | undefined>;
  where(collection: string, where: Where, options?: ListOptions): Promise<Raw[]>;
  each(collection: string, where?: Where): AsyncIterable<Raw>;
  page(
    collection: string,
    options?: PageOptions,
  ): Promise<{ readonly records: Raw[]; readonly next: string | null }>;
  ancestors(collection: string, id: bigint): Promise<Raw[]>;
  descendants(collection: string, id: bigint, options?: ListOptions): Promise<Raw[]>;
  children(collection: string, id: bigint | null, options?: ListOptions): Promise<Raw[]>;
  count(collection: string, where?: Where): Promise<number>;
  exists(collection: string, where?: Where): Promise<boolean>;
  sum(collection: string, field: string, where?: Where): Promise<unknown>;
  min(collection: string, field: string, where?: Where): Promise<unknown>;
  max(collection: string, field: string, where?: Where): Promise<unknown>;
  group(collection: string, by: string | readonly string[], options?: GroupOptions): Promise<unknown>;
  create(collection: string, values: Raw): Promise<bigint>;
  update(collection: string, id: bigint, changes: Raw): Promise<void>;
  upsert(collection: string, by: string, values: Raw): Promise<unknown>;
  remove(collection: string, id: bigint): Promise<void>;
  move(collection: string, id: bigint, to: Destination): Promise<void>;
  publish(collection: string, id: bigint): Promise<void>;
  unpublish(collection: string, id: bigint): Promise<void>;
  lock(collection: string, id: bigint): Promise<Raw | undefined>;
}
