import { type LongReader, longReadsFor, type Raw, rowSource, type Source } from '../database/index.ts';
import { type Definition, isForAll, mentionsNow, type WhichRecords } from '../definitions/for-server.ts';
import { AppError } from '../errors.ts';
import { message, type Text } from '../messages/message.ts';
import {
  type AggregateRequest,
  type ExportRequest,
  type FoundRecord,
  type Groups,
  type ListRequest,
  type LocaleQuery,
  localise,
  matchingRecords,
  noRights,
  type Page,
  type ReadContext,
  type Reads,
  type RecordStore,
  type RecordsPlace,
  type RecordsSearch,
  type Rights,
  readLocales,
  rightsOverRecord,
  type Showing,
  type ShownRecords,
  searchCollections,
  shownOf,
  type Use,
  usesOf,
  type WriteContext,
  type Writes,
} from '../records/index.ts';
import { lazy, type MaybePromise, whenKnown } from '../shared/index.ts';
import type { Actor } from './actor.ts';
import type { Admission } from './admission/admission.ts';
import { findAnswered, onlyOnce, type Repeatable } from './bookkeeping/only-once.ts';
import type { StrangerShare } from './bookkeeping/stranger-writes.ts';
import { decideReach, requireAllowed, withSettings } from './decide.ts';
import { readableFiles } from './guarded/readable-files.ts';
import { reachOf } from './key-reach.ts';
import { logWrite } from './log-lines.ts';
import { type Bounds, placeOf } from './place-of.ts';
import { audienceOf, mayDependOnActor, Reading, type ReadOptions } from './reading.ts';
import type { ActorRights } from './rights.ts';
import type { WriteResult } from './write-result.ts';

/** What a caller may do with one collection, and all their other rights. */
export interface CollectionReach {
  readonly actor: Actor;
  readonly records: WhichRecords;
  readonly rights: Rights;
  /** Reads all records; queries must restrict themselves to `records`. */
  readonly reads: Reads;
  /** The same for pages of lists. */
  readonly listReads: Reads;
  readonly longReads: Reads;
  /** Wraps a value that was read with these rights, after all of it was read. */
  readonly reading: <Value>(value: Value) => Reading<Value>;
}

/**
 * The only way from a request or a command to records. It is made after the route's access rule was decided, reaches only the records
 * that the decision left, and logs every write in the same transaction.
 */
export class Door {
  readonly admission: Admission;
  readonly #store: RecordStore;
  readonly #repeatable: Repeatable | undefined;

  /** `repeatable`: the request is done at most once, however often it is sent. */
  constructor(store: RecordStore, admission: Admission, repeatable?: Repeatable) {
    this.#store = store;
    this.admission = admission;
    this.#repeatable = repeatable;
  }

  get actor(): Actor {
    return this.admission.actor;
  }

  /** Reads of the server's own collections, for slices whose routes decide who may use them. */
  get reads(): Reads {
    return this.#store.ownReads;
  }

  /** Like `reads`, for queries that scan or count many records. */
  get longReads(): Reads {
    return this.#store.longOwnReads(this.#longReader);
  }

  get #longReader(): LongReader {
    return longReadsFor(this.#store.database.longReads, () => this.admission.requester);
  }

  /** The records and rights that the rules of these uses leave. Throws if one of them refuses. */
  async reach(definition: Definition, ...uses: Use[]): Promise<CollectionReach> {
    const { name, draftOf = name, access, readRules } = definition;
    if (!access) throw new Error(`collection '${name}' is not served, so nobody reaches it by its rules`);
    requireUses(definition, uses);
    const rules = uses.map((use) => ({ use, rule: withSettings(access[use], this.admission.switchedOff) }));
    const isAsked = readRules.size > 0 || !rules.every(({ rule }) => isForAll(rule));
    const actor = isAsked ? await this.admission.identify() : this.actor;
    for (const { use, rule } of rules) requireAllowed(decideReach(actor, rule, reachOf(draftOf, use)));
    const rights = this.admission.rightsOf(actor);
    return {
      actor,
      rights,
      records: rights.records(definition, ...uses),
      reads: this.#store.reads,
      listReads: this.#store.listReads,
      longReads: this.#store.longReads(this.#longReader),
      reading: (value) => this.#readingOf(value, rights),
    };
  }

  /** One record that the actor may see, with all its fields unless `showing` says otherwise. */
  get(definition: Definition, id: bigint, showing: Showing = {}): MaybePromise<Reading<Raw>> {
    const { fields, expand, can } = showing;
    const isPlain = !definition.sql && fields === undefined && expand === undefined && can === undefined;
    return isPlain ? this.#find(definition, id, showing) : this.#show(definition, id, showing);
  }

  #find(definition: Definition, id: bigint, asked: LocaleQuery): MaybePromise<Reading<Raw>> {
    const { reads, catalogue } = this.#store;
    const locales = readLocales(catalogue.locales, asked);
    return whenKnown(reads.find(definition, id), (record): MaybePromise<Reading<Raw>> => {
      if (!record) throw new AppError('recordNotFound');
      if (this.admission.records !== 'all' || definition.readRules.size > 0)
        return this.#reachable(definition, record, locales);
      return this.#readingOf(
        localise(definition, record, locales),
        undefined,
        rowSource(definition.name, id),
      );
    });
  }

  /** The record as the actor may see it. Throws if they may not. */
  async #reachable(
    definition: Definition,
    record: Raw,
    locales: ReturnType<typeof readLocales>,
  ): Promise<Reading<Raw>> {
    const [reachable] = await matchingRecords(this.#store.reads, definition, this.admission.records, [
      record,
    ]);
    if (!reachable) throw new AppError('recordNotFound');
    const rights = await this.#rightsFor(definition);
    const own = await rightsOverRecord(this.#store.reads, definition, rights, reachable);
    return this.#readingOf(localise(definition, shownOf(definition, own, reachable), locales), rights);
  }

  #show(definition: Definition, id: bigint, showing: Showing): MaybePromise<Reading<Raw>> {
    const only = { ...showing, filter: { id: { eq: String(id) } }, count: 1 };
    return whenKnown(this.list(definition, only), (page) =>
      page.map(({ items: [record] }) => {
        if (!record) throw new AppError('recordNotFound');
        return record;
      }),
    );
  }

  /** One page of the records that the actor may see. */
  list(definition: Definition, request: ListRequest): MaybePromise<Reading<Page<Raw>>> {
    return whenKnown(this.#rightsFor(definition, request), (rights) =>
      whenKnown(this.#store.list(definition, request, this.#contextOf(rights)), (page) =>
        isMomentary(definition, request) ? new Reading(page, 'nobody') : this.#readingOf(page, rights),
      ),
    );
  }

  /** The best records of several collections that the actor may see. */
  async search(request: RecordsSearch): Promise<Reading<readonly FoundRecord[]>> {
    const actor = await this.admission.identify();
    const rights = this.admission.rightsOf(actor);
    const found = await searchCollections(this.#store, request, this.#contextOf(rights));
    return this.#readingOf(found, rights);
  }

  /** Aggregates over the records that the actor may see. */
  async aggregate(definition: Definition, request: AggregateRequest): Promise<Reading<Groups>> {
    const rights = await this.#rightsFor(definition, request);
    const groups = await this.#store.aggregate(definition, request, this.#contextOf(rights));
    return isMomentary(definition, request) ? new Reading(groups, 'nobody') : this.#readingOf(groups, rights);
  }

  /** The files among these whose content the actor may read. */
  async readableFiles(files: Parameters<typeof readableFiles>[1]): Promise<ReadonlySet<bigint>> {
    const actor = await this.admission.identify();
    return readableFiles(this.#store.reads, files, { actor, rights: this.admission.rightsOf(actor) });
  }

  /** The same door with the rights that the caller has now, for reads that go on after the answer began. Throws if they have ended. */
  async renewed(): Promise<Door> {
    return new Door(this.#store, await this.admission.renew(this.#store.database.reads));
  }

  /** All records that the caller may see, as text. The caller's rights are checked again for each chunk. */
  export(definition: Definition, request: ExportRequest, shown?: ShownRecords): AsyncGenerator<Uint8Array> {
    const see = async () => {
      const admission = await this.admission.renew(this.#store.database.reads);
      return this.#contextOf(admission.rightsOf(await admission.identify()));
    };
    return this.#store.export(definition, request, see, shown);
  }

  #contextOf(rights: ActorRights): ReadContext {
    const { records, access, actor, version } = this.admission;
    const isSame = () => !rights.arePersonal() && !rights.areMomentary();
    const sharing = records === 'all' && actor.key === undefined ? { by: access, isSame } : undefined;
    return { rights, version, longReads: this.#longReader, sharing };
  }

  /** The actor's rights. The actor is identified only if the answer may depend on it. */
  #rightsFor(definition: Definition, options: ReadOptions = {}): MaybePromise<ActorRights> {
    if (!isForAll(this.admission.access) || !mayDependOnActor(definition, options))
      return this.admission.rightsOf(this.actor);
    return whenKnown(this.admission.identify(), (actor) => this.admission.rightsOf(actor));
  }

  /** Call it after everything was read. */
  #readingOf<Value>(value: Value, rights?: ActorRights, source?: Source): Reading<Value> {
    return new Reading(value, audienceOf(this.admission, rights), source);
  }

  /** The stored answer if this request was sent before. `write` checks too, but only when everything is ready to be written. */
  answered(): Promise<WriteResult | undefined> {
    if (!this.#repeatable) return Promise.resolve(undefined);
    return findAnswered(this.reads, this.actor.id, this.#repeatable);
  }

  /** The same door, once the content of a streamed body is known. */
  holding(content: string): Door {
    return new Door(this.#store, this.admission, this.#repeatable?.holding(content));
  }

  /** One transaction, logged with the work's result. An error rolls it back. */
  write(work: (writes: Writes) => Promise<WriteResult>, bounds: Bounds = {}): Promise<WriteResult> {
    const { requestId, trace, now, strangerShare } = this.admission;
    const share = bounds.isUnlimited ? undefined : strangerShare;
    const write = () =>
      this.#transaction(
        { actor: this.actor, requestId, trace, now },
        (writes) => {
          const counted = () => this.#counted(writes, work, share);
          return this.#repeatable ? onlyOnce(writes, this.#repeatable, counted) : counted();
        },
        bounds,
      );
    return share ? share.run(write) : write();
  }

  /**
   * How a project's code reads and writes outside of a transaction: each write is its own, logged with this text. Without a
   * text, it cannot write.
   */
  place(text: Text | undefined, bounds: Bounds = {}): RecordsPlace {
    const rights = () => whenKnown(this.admission.identify(), (actor) => this.admission.rightsOf(actor));
    const isBound = bounds.rights !== 'server';
    const write = (work: (writes: Writes) => Promise<WriteResult>) => this.write(work, bounds);
    return placeOf(this.#store, isBound ? rights : undefined, { text, write });
  }

  /** Does the work as `write` does and rolls it back: nothing is stored and nothing is logged. Throws what `write` would throw. */
  tryOut<T>(work: (writes: Writes) => Promise<T>): Promise<T> {
    const { requestId, now } = this.admission;
    return this.#transaction({ actor: this.actor, requestId, now }, work, {}, 'tryOut');
  }

  /** Like `writePart`, and rolls it back. */
  tryPart<T>(requestId: string, work: (writes: Writes) => Promise<T>): Promise<T> {
    return this.#transaction({ actor: this.actor, requestId, now: Date.now() }, work, {}, 'tryOut');
  }

  /** One of many transactions of a longer task, such as an import. Only the task as a whole is logged. */
  writePart<T>(requestId: string, work: (writes: Writes) => Promise<T>): Promise<T> {
    return this.#transaction({ actor: this.actor, requestId, now: Date.now() }, work);
  }

  /**
   * The server's bookkeeping, such as a failed sign-in or the end of an import: stored regardless of the actor's rights, and
   * not logged. It cannot reach served collections.
   */
  bookkeep(work: (writes: Writes) => Promise<void>): Promise<void> {
    const { requestId } = this.admission;
    return this.#store.write({ actor: this.actor, requestId, now: Date.now(), rights: () => noRights }, work);
  }

  /** Checks the actor's rights again inside the transaction, and binds the work to them. */
  #transaction<T>(
    context: WriteContext,
    work: (writes: Writes) => Promise<T>,
    { rights: whose }: Bounds = {},
    kind: 'write' | 'tryOut' = 'write',
  ): Promise<T> {
    return this.#store[kind](context, async (writes, connection) => {
      const admission = await this.admission.renew(connection);
      if (whose === 'server') return work(writes);
      const rights = lazy(() => whenKnown(admission.identify(), (actor) => admission.rightsOf(actor)));
      return work(this.#store.writesIn(connection, { ...writes.context, rights }));
    });
  }

  /** Counts the write before it is done and logs it afterwards. */
  async #counted(
    writes: Writes,
    work: (writes: Writes) => Promise<WriteResult>,
    share: StrangerShare | undefined,
  ): Promise<WriteResult> {
    await share?.count(writes);
    const written = await work(writes);
    await logWrite(writes, this.admission, written, this.#store.language);
    return written;
  }

  /** The same door for an actor who has just signed in. */
  as(actor: Actor): Door {
    return new Door(this.#store, this.admission.as(actor), this.#repeatable);
  }
}

/** Whether an answer may differ although nothing was written: a query may read the clock, or tables that are not ours. */
function isMomentary({ sql }: Definition, { filter }: Pick<ListRequest, 'filter'>): boolean {
  return sql !== undefined || mentionsNow(filter);
}

/** Throws if the table of another program is not written so: its definition has no rule for that, which even super administrators need. */
function requireUses(definition: Definition, uses: readonly Use[]): void {
  const use = definition.sql && uses.find((one) => !usesOf(definition).includes(one));
  if (use)
    throw new AppError('methodNotAllowed', {
      detail: message('notWrittenSo', { name: definition.name, use }),
    });
}
