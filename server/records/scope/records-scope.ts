import type { Raw } from '../../database/engine.ts';
import { isPlainObject, shown } from '../../definitions/checks/options.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Destination } from '../../definitions/types/destination.ts';
import type { Records as RowsOfRecords } from '../../definitions/types/records-api.ts';
import type { Where } from '../../definitions/types/where.ts';
import { AppError, isRefusal } from '../../errors.ts';
import { message, render } from '../../messages/message.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Rights, Use } from '../rights.ts';
import { LockingReads } from '../rows/locking-reads.ts';
import type { Reads } from '../rows/reads.ts';
import { inTime } from './in-time.ts';
import { countRows, type GroupOptions, groupRows, hasRows, measureOf } from './measure-rows.ts';
import { ownJob } from './own-job.ts';
import { mailJobs } from './own-mail.ts';
import { type PageOptions, readPage } from './page-rows.ts';
import { placeIn, type RecordsPlace, type ScopeWrites, TRANSACTION_MS } from './records-place.ts';
import {
  eachRow,
  findRow,
  firstRow,
  type ListOptions,
  listRows,
  rowsAfter,
  type Sorted,
} from './scope-reads.ts';
import type { Target } from './target.ts';
import { ancestorRows, childRows, descendantRows } from './tree-rows.ts';

/** The records as a project's code reaches them, in a hook, a route or a job, until it ends or something fails. */
export class RecordsScope {
  readonly records: RowsOfRecords;
  readonly #place: RecordsPlace;
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(place: RecordsPlace) {
    this.#place = place;
    const read = <T>(record: string, work: (target: Target) => Promise<T>) => this.#read(record, work);
    const write = <T>(
      record: string,
      use: Use,
      work: (writes: ScopeWrites, definition: Definition) => Promise<T>,
    ) => this.#write(record, [use], work);
    const made: AnyRecords = {
      find: (record, wanted, options) =>
        read(record, (target) =>
          isPlainObject(wanted) ? firstRow(target, wanted, options) : findRow(target, asId(wanted)),
        ),
      where: (record, where, options) => read(record, (target) => listRows(target, where, options)),
      each: (record, where) => eachRow((after) => read(record, (target) => rowsAfter(target, where, after))),
      page: (record, options) => read(record, (target) => readPage(target, options)),
      ancestors: (record, id) => read(record, (target) => ancestorRows(target, asId(id))),
      descendants: (record, id, options) =>
        read(record, (target) => descendantRows(target, asId(id), options)),
      children: (record, id, options) =>
        read(record, (target) => childRows(target, id === null ? null : asId(id), options)),
      count: (record, where) => read(record, (target) => countRows(target, where)),
      exists: (record, where) => read(record, (target) => hasRows(target, where)),
      sum: (record, field, where) => read(record, (target) => measureOf(target, 'sum', field, where)),
      min: (record, field, where) => read(record, (target) => measureOf(target, 'min', field, where)),
      max: (record, field, where) => read(record, (target) => measureOf(target, 'max', field, where)),
      group: (record, by, options) => read(record, (target) => groupRows(target, [by].flat(), options)),
      create: (record, values) => write(record, 'create', (writes, one) => writes.create(one, values)),
      update: (record, id, changes) =>
        write(record, 'update', (writes, one) => writes.update(one, asId(id), changes)),
      upsert: (record, by, values) =>
        this.#write(record, ['create', 'update'], (writes, one) => writes.upsert(one, by, values)),
      move: (record, id, to) =>
        write(record, 'update', (writes, one) => writes.move(one, asId(id), asDestination(to))),
      publish: (record, id) =>
        write(record, 'publish', (writes, one) => writes.publish(withDrafts(one), asId(id))),
      unpublish: (record, id) =>
        write(record, 'publish', (writes, one) => writes.unpublish(withDrafts(one), asId(id))),
      remove: (record, id) => write(record, 'delete', (writes, one) => writes.remove(one, asId(id))),
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
      lock: (record, id) =>
        read(record, (target) => {
          if (target.reads instanceof LockingReads) return findRow(target, asId(id));
          throw new Error('lock needs a transaction: outside of one, nothing would hold the row');
        }),
    };
    this.records = made as unknown as RowsOfRecords; // its types follow from names that only a project's compiler knows
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
  transaction<T>(work: (records: RowsOfRecords) => Promise<T>): Promise<T> {
    return this.#oneByOne(() =>
      this.#place.write((writes) =>
        new RecordsScope(placeIn(writes, this.#place.rights)).run((scope) =>
          inTime(work(scope.records), TRANSACTION_MS),
        ),
      ),
    );
  }

  /** Does work with these records, and ends the scope. */
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

  #read<T>(record: string, work: (target: Target) => Promise<T>): Promise<T> {
    return this.#oneByOne(async () => {
      const definition = this.#definition(record);
      const rights = await this.#rightsFor(definition, ['read']);
      return this.#place.read((reads: Reads) => work({ reads, definition, rights }));
    });
  }

  #write<T>(
    record: string,
    uses: readonly Use[],
    work: (writes: ScopeWrites, definition: Definition) => Promise<T>,
  ): Promise<T> {
    return this.#oneByOne(async () => {
      const definition = this.#place.catalogue.writable(this.#definition(record));
      if (/^quire_|__/.test(record))
        throw new Error(`'${record}' is the server's own: its rows can be read, but not written`);
      await this.#rightsFor(definition, uses);
      return this.#place.write((writes) => work(writes, definition)).catch(naming(record));
    });
  }

  #definition(record: string): Definition {
    const { all, get } = this.#place.catalogue;
    const names = all.map(({ name }) => name);
    if (names.includes(record)) return get(record);
    throw new Error(`record '${record}' is not defined${suggestion(record, names)}`);
  }

  /** The caller's rights, if they bind the code. Throws if they leave no rows for one of the uses. */
  async #rightsFor(definition: Definition, uses: readonly Use[]): Promise<Rights | undefined> {
    const rights = await this.#place.rights?.();
    for (const use of uses)
      if (rights?.rows(definition, use) === 'none')
        throw new AppError('permissionMissing', {
          reason: message('mayNotUseRecord', { use, record: definition.name }),
        });
    return rights;
  }

  /** Runs calls one by one, even if the code does not await them: two changes of a row must not cross. */
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

/** Code may be untyped: a missing id must not match any row, and a number may have lost digits. */
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
    `a row is moved { before: id }, { after: id }, { to: 'first' } or { to: 'last' }, not ${shown(to)}`,
  );
}

function withDrafts(definition: Definition): Definition {
  if (definition.draftOf !== undefined) return definition;
  throw new Error(`record '${definition.name}' has no drafts: its rows are always published`);
}

/** Rethrows the failure of a write, with the record's name in the message. */
function naming(record: string) {
  return (error: unknown): never => {
    if (isRefusal(error)) error.message = `record '${record}': ${render(error.reason ?? error.text, 'en')}`;
    throw error;
  };
}

/** The same calls for names that only the run time knows. */
interface AnyRecords extends Pick<RowsOfRecords, 'enqueue' | 'send'> {
  find(
    record: string,
    wanted: bigint | Where,
    options?: { readonly sort?: Sorted },
  ): Promise<Raw | undefined>;
  where(record: string, where: Where, options?: ListOptions): Promise<Raw[]>;
  each(record: string, where?: Where): AsyncIterable<Raw>;
  page(
    record: string,
    options?: PageOptions,
  ): Promise<{ readonly rows: Raw[]; readonly next: string | null }>;
  ancestors(record: string, id: bigint): Promise<Raw[]>;
  descendants(record: string, id: bigint, options?: ListOptions): Promise<Raw[]>;
  children(record: string, id: bigint | null, options?: ListOptions): Promise<Raw[]>;
  count(record: string, where?: Where): Promise<number>;
  exists(record: string, where?: Where): Promise<boolean>;
  sum(record: string, field: string, where?: Where): Promise<unknown>;
  min(record: string, field: string, where?: Where): Promise<unknown>;
  max(record: string, field: string, where?: Where): Promise<unknown>;
  group(record: string, by: string | readonly string[], options?: GroupOptions): Promise<unknown>;
  create(record: string, values: Raw): Promise<bigint>;
  update(record: string, id: bigint, changes: Raw): Promise<void>;
  upsert(record: string, by: string, values: Raw): Promise<unknown>;
  remove(record: string, id: bigint): Promise<void>;
  move(record: string, id: bigint, to: Destination): Promise<void>;
  publish(record: string, id: bigint): Promise<void>;
  unpublish(record: string, id: bigint): Promise<void>;
  lock(record: string, id: bigint): Promise<Raw | undefined>;
}
