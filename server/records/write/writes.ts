import { addJobs, type Jobs, type NewJob } from '../../background/index.ts';
import type { Connection, Raw } from '../../database/engine.ts';
import type {
  Definition,
  Destination,
  NewRecord,
  OwnedHook,
  RecordChanges,
} from '../../definitions/for-server.ts';
import type { AnyRecord } from '../record.ts';
import { LockingReads, type RecordStore, rightsOver, type WriteContext } from '../store/index.ts';
import { causedBy, WriteHooks } from './hooks/write-hooks.ts';
import { createRecords } from './new-records.ts';
import { enteredList, movedValues, namedList } from './order/move.ts';
import { placeIn } from './order/positions.ts';
import type { WriteParts } from './parts.ts';
import { type Preconditions, recordMeeting, requireWritten } from './preconditions.ts';
import { type Plan, plan, publish, publishedValues, unpublish } from './publishing.ts';
import { RecordWriter } from './record-writer.ts';
import { throwFirst } from './records-refused.ts';
import type { Cascade } from './removal/cascade.ts';
import { removeRecord } from './removal/removal.ts';
import { changeRecord, changeTogether } from './settling.ts';
import { purgeRecord, reviveRecord } from './trash-writes.ts';
import { upsertBy } from './upsert.ts';
import {
  cleanGiven,
  cleanWhole,
  inColumns,
  isOfOther,
  type Judged,
  keepClosed,
  keepLegacy,
  lockPlace,
  maySeeAndChange,
  refuseUnwritten,
  rightsIn,
  setAsideLegacy,
  stampCreation,
  takenError,
  takenFields,
} from './values/index.ts';

/**
 * The one way to change records, in the transaction it was opened in: checks the values, runs the hooks, stamps who and when,
 * and leaves a revision.
 */
export class Writes extends LockingReads {
  readonly context: WriteContext;
  readonly #store: RecordStore;
  readonly #connection: Connection;
  readonly #jobs: Jobs;
  readonly #records: RecordWriter;
  readonly #hooks: WriteHooks;
  readonly #parts: WriteParts;

  constructor(store: RecordStore, connection: Connection, context: WriteContext) {
    super(store, connection);
    this.context = context;
    this.#store = store;
    this.#connection = connection;
    this.#jobs = store.jobs;
    this.#records = new RecordWriter(store, connection, context);
    this.#hooks = new WriteHooks(context, connection, () => new Writes(store, connection, causedBy(context)));
    this.#parts = { writes: this, records: this.#records, hooks: this.#hooks };
  }

  /** The transaction, for lookups beyond records. */
  get connection(): Connection {
    return this.#connection;
  }

  /** Writes of the same transaction in the name of another author, under these rights. */
  inNameOf(changes: Partial<Pick<WriteContext, 'actor' | 'requestId' | 'rights' | 'isApproved'>>): Writes {
    return new Writes(this.#store, this.#connection, { ...this.context, ...changes });
  }

  /** Adds a durable job that follows if this transaction commits. `records.jobs.wake` begins it at once. */
  addJob(job: NewJob): Promise<void> {
    return addJobs(this.database, this.#connection, [job]);
  }

  /** Adds a durable job that starts if this transaction commits. Throws if no process would ever run it. */
  follow(job: NewJob): void {
    const { caused } = this.context;
    const [folder, name] = job.kind.split('/');
    if (!this.#jobs.knows(job.kind))
      throw new Error(
        `nothing would run '${name}': export it from a file in ${folder}/, beside the collections`,
      );
    if (!caused) throw new Error('jobs follow from a transaction of records.write');
    caused.later.push(job);
  }

  /** Runs hooks of a moment that is of no collection, in this transaction. */
  runHooks(moment: string, hooks: readonly OwnedHook[], about: Raw): Promise<void> {
    return this.#hooks.at(moment, hooks, about);
  }

  /** Does work of several writes: if it throws, all of it is undone, even if the caller carries on. */
  atomically<T>(work: () => Promise<T>): Promise<T> {
    return this.#hooks.atomically(work);
  }

  /** Creates a record and returns its id; `onTrial` as in `createMany`. */
  async create<D extends Definition>(definition: D, values: NewRecord<D>, onTrial = false): Promise<bigint> {
    const [id = 0n] = await this.createMany(definition, [values], onTrial).catch(throwFirst);
    return id;
  }

  /** Adds a line that the server itself makes to a collection without rules, links and history: stamped, not checked. */
  async append<D extends Definition>(definition: D, values: NewRecord<D>): Promise<void> {
    const stamps = stampCreation(definition.audit, this.context);
    await this.#records.insert(definition, [{ ...definition.initial, ...values, ...stamps }]);
  }

  /**
   * Creates records and returns their ids: as if one after the other, with few statements. Throws RecordsRefused, naming every
   * record that cannot be created. Records `onTrial` will be rolled back, and take no ids unless hooks may keep them.
   */
  async createMany<D extends Definition>(
    definition: D,
    values: readonly NewRecord<D>[],
    onTrial = false,
  ): Promise<bigint[]> {
    const sent = (values as readonly Raw[]).map((one) => inColumns(definition, one));
    requireWritten(definition);
    if (definition.isSingleton && (sent.length > 1 || (await this.first(definition, (select) => select))))
      throw new Error(`'${definition.name}' is a singleton: it has its record, which can only be changed`);
    return createRecords(this.#parts, definition, sent, onTrial ? 'trial' : 'next');
  }

  /**
   * Creates a record under an id that no record has and that lies below the next one of its table: for records that bring their ids
   * from elsewhere.
   */
  async createAs<D extends Definition>(definition: D, id: bigint, values: NewRecord<D>): Promise<void> {
    requireWritten(definition);
    await createRecords(this.#parts, definition, [inColumns(definition, values as Raw)], id).catch(
      throwFirst,
    );
  }

  /** Changes the given fields of a record. */
  async update<D extends Definition>(
    definition: D,
    id: bigint,
    changes: RecordChanges<D>,
    preconditions: Preconditions = { uses: ['update'] },
  ): Promise<void> {
    const sent = inColumns(definition, changes as Raw);
    const { judged, doubtful } = setAsideLegacy(definition, sent);
    const values = await cleanGiven(definition, judged);
    await this.#change(definition, id, { sent, values, doubtful }, preconditions);
  }

  /**
   * Replaces all fields of a record: one that was not sent gets its initial value, or keeps its value if the server makes it
   * from another field.
   */
  async replace<D extends Definition>(
    definition: D,
    id: bigint,
    values: NewRecord<D>,
    preconditions: Preconditions = { uses: ['update'] },
  ): Promise<void> {
    const rights = await rightsOver(this, definition);
    const sent = inColumns(definition, values as Raw);
    const isOther = (name: string) =>
      sent[name] === undefined && isOfOther(definition, name, preconditions.locales);
    const { judged, doubtful } = setAsideLegacy(definition, sent);
    const mayMiss = (name: string) =>
      isOther(name) ||
      doubtful.has(name) ||
      (rights !== undefined && !maySeeAndChange(rights, definition, name));
    const whole = await cleanWhole(definition, judged, mayMiss);
    for (const name of Object.keys(whole)) if (isOther(name)) delete whole[name];
    for (const name of definition.made) if (whole[name] === null) delete whole[name];
    for (const name of definition.filled ?? []) delete whole[name];
    await this.#change(definition, id, { sent, values: whole, doubtful }, preconditions);
  }

  /** Changes the record that holds the values of a unique group of fields, `slug` or `film,user`, or creates it. */
  upsert(
    definition: Definition,
    by: string,
    values: Raw,
  ): Promise<{ readonly id: bigint; readonly isNew: boolean }> {
    return upsertBy(this, definition, by, values);
  }

  async #change(
    definition: Definition,
    id: bigint,
    { sent, values, doubtful }: { readonly sent: Raw; readonly values: Raw } & Pick<Judged, 'doubtful'>,
    preconditions: Preconditions,
  ): Promise<void> {
    requireWritten(definition);
    const change = async () => {
      await lockPlace(this, definition, id, { values, uses: preconditions.uses });
      const before = await recordMeeting(this, definition, id, preconditions);
      const rights = await rightsOver(this, definition);
      const there = await rightsIn(this, definition, before);
      keepLegacy(definition, there, { sent, values, before, doubtful });
      refuseUnwritten(definition, sent, before, there);
      const states = [before, { ...before, ...values }] as const;
      await keepClosed(this, definition, rights, { sent, values, before, states });
      const { uses, isPlaced } = preconditions;
      const place = isPlaced ? placeIn(definition, sent) : undefined;
      await changeRecord(this.#parts, definition, {
        record: before,
        given: { ...values, ...place },
        uses,
        ...(place && { isPlaced: true }),
      });
    };
    await (definition.hooks ? this.#hooks.atomically(change) : change());
  }

  /** Changes records of a fully audited collection as if at once: they may exchange their unique values. All are changed or none. */
  updateTogether(
    definition: Definition,
    changes: ReadonlyMap<bigint, Raw>,
    preconditions: Preconditions,
  ): Promise<void> {
    requireWritten(definition);
    return this.#hooks.atomically(() => changeTogether(this.#parts, definition, changes, preconditions));
  }

  /** Publishes a draft; does nothing if it is published as it is. */
  publish(
    drafts: Definition,
    id: bigint,
    preconditions: Preconditions = { uses: ['publish'] },
  ): Promise<void> {
    return this.#decideOn(publish, drafts, id, preconditions);
  }

  /** Unpublishes a record and keeps its draft; does nothing if it is not published. */
  unpublish(
    drafts: Definition,
    id: bigint,
    preconditions: Preconditions = { uses: ['publish'] },
  ): Promise<void> {
    return this.#decideOn(unpublish, drafts, id, preconditions);
  }

  /** Records when to publish or unpublish a draft; the caller adds the job that does it. */
  plan(drafts: Definition, id: bigint, times: Plan, preconditions: Preconditions): Promise<void> {
    return this.#decideOn((deciding) => plan(deciding, times), drafts, id, preconditions);
  }

  /** Resets a draft to the published values, as far as the actor may change them. Throws if it is not published. */
  async discard(drafts: Definition, id: bigint, preconditions: Preconditions): Promise<void> {
    const draft = await recordMeeting(this, drafts, id, preconditions);
    await this.update(drafts, id, await publishedValues(this, drafts, draft), preconditions);
  }

  /** Moves a record in the order by hand of its list, or into another list. */
  move(
    definition: Definition,
    id: bigint,
    to: Destination,
    preconditions: Preconditions = { uses: ['update'] },
  ): Promise<void> {
    requireWritten(definition);
    return this.#hooks.atomically(async () => {
      const { uses } = preconditions;
      await lockPlace(this, definition, id, { values: await namedList(definition, to), uses });
      const record = await recordMeeting(this, definition, id, preconditions);
      const list = await enteredList(this, definition, record, to);
      const values = await movedValues(this, this.#connection, { definition, record, list }, to);
      if (!values) return;
      const before = await recordMeeting(this, definition, id, { uses: [] }); // its list may have been numbered anew
      const given = { ...list, ...values };
      await changeRecord(this.#parts, definition, { record: before, given, uses, isPlaced: true });
    });
  }

  #decideOn(
    decide: typeof publish,
    drafts: Definition,
    id: bigint,
    preconditions: Preconditions,
  ): Promise<void> {
    return this.#hooks.atomically(async () => {
      const draft = await recordMeeting(this, drafts, id, preconditions);
      const changes = await decide({ writes: this, records: this.#records, drafts, draft });
      await this.#hooks.after(drafts, 'update', changes);
    });
  }

  /**
   * Deletes a record, into the trash if its collection is fully audited, and treats the records that refer to it as their fields say.
   * Throws if one of them forbids it, or would be deleted too and is not the actor's to delete.
   */
  async remove(
    definition: Definition,
    id: bigint,
    preconditions: Preconditions = { uses: ['delete'] },
  ): Promise<void> {
    await this.removeWithCascade(definition, id, preconditions);
  }

  /** Like `remove`, and returns everything that it did. */
  async removeWithCascade(
    definition: Definition,
    id: bigint,
    preconditions: Preconditions,
  ): Promise<Cascade> {
    requireWritten(definition);
    if (definition.isSingleton) throw new Error(`'${definition.name}' is a singleton: its record stays`);
    const isSingle = !definition.hooks && this.catalogue.referencesTo(definition.name).length === 0;
    const remove = () => removeRecord(this.#parts, definition, id, preconditions);
    return isSingle ? remove() : this.#hooks.atomically(remove);
  }

  /** Deletes records for good, whatever the collection's audit form; for records that have outlived their retention. */
  async erase(definition: Definition, ids: readonly bigint[]): Promise<void> {
    if (ids.length > 0) await this.#records.erase(definition, ids);
  }

  /**
   * Writes texts of a record in another spelling of the same letters. Its history says so; the time of its last change stays, and
   * no hooks run, because it means the same. Throws if another record has a text that must be unique.
   */
  async respell(definition: Definition, record: AnyRecord, texts: Raw): Promise<void> {
    const after = { ...record, ...texts };
    const taken = await takenFields(this, definition, after, record);
    if (taken) throw await takenError(this, definition, taken);
    await this.#records.update(definition, record, after);
  }

  /**
   * Replaces values of a record, deleted or not, and erases the former ones from its history: for personal data. The values are
   * not checked.
   */
  async redact(definition: Definition, id: bigint, values: Raw): Promise<void> {
    await this.#records.redact(definition, id, values);
  }

  /** Deletes records for good, in the trash or not, with their history: for personal data. */
  async forget(definition: Definition, ids: readonly bigint[]): Promise<void> {
    if (ids.length > 0) await this.#records.forget(definition, ids);
  }

  /** Brings a record back from the trash. Throws if a living record has taken its unique values. */
  revive(definition: Definition, before: AnyRecord): Promise<void> {
    return reviveRecord(this.#parts, definition, before);
  }

  /** Sets the references of a record again that the deletion of their targets took, for the actor who restores the targets. */
  referAgain(definition: Definition, record: AnyRecord, given: Raw): Promise<void> {
    return this.#hooks.atomically(() => changeRecord(this.#parts, definition, { record, given }));
  }

  /** Destroys a record in the trash. */
  purge(definition: Definition, record: AnyRecord): Promise<void> {
    return purgeRecord(this.#parts, definition, record);
  }
}
