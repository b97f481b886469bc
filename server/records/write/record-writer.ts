import type { Decision } from '../../../contract/audit.ts';
import { addJobs } from '../../background/job-store.ts';
import type { Connection, Raw, Statement } from '../../database/index.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { forgetStates, hasReaders } from '../changes/note-changes.ts';
import { indexChanges, indexRecords, removeFromIndex } from '../fulltext/index-records.ts';
import type { AnyRecord, Change } from '../record.ts';
import { type RecordEvent, type RecordStore, system, type WriteContext } from '../store/index.ts';
import { AdoptedRecords, historyId } from './adopted-records.ts';
import {
  eraseDeleted,
  eraseEvenDeleted,
  overwrite,
  purgesOf,
  updateDeleted,
  useFiles,
} from './removal/index.ts';
import { revision } from './revision.collection.ts';
import { revisionsOf } from './revisions.ts';
import { linkStatements, storing, unlinkStatements } from './storing.ts';
import { momentAfter, stampDeletion, stampReturn } from './values/stamps.ts';

/** Where new records get their ids from: the next ones; ids that a rollback frees again; or this one, for a single record. */
export type Numbering = 'next' | 'trial' | bigint;

/**
 * Writes records with final values, their links and, if the collection is fully audited, their revisions. It checks nothing and runs
 * no hooks; `Writes` does both.
 */
export class RecordWriter {
  readonly #store: RecordStore;
  readonly #connection: Connection;
  readonly #context: WriteContext;
  #lastTrial = 0n;

  constructor(store: RecordStore, connection: Connection, context: WriteContext) {
    this.#store = store;
    this.#connection = connection;
    this.#context = context;
  }

  /** What writes the tables of other programs. */
  get #adopted(): AdoptedRecords {
    return new AdoptedRecords(this.#store, this.#connection, this.#context.now);
  }

  /** Inserts records and returns their ids. For collections without links and history; `create` for all others. */
  async insert(definition: Definition, records: readonly Raw[]): Promise<bigint[]> {
    const ids: bigint[] = [];
    for (const statement of this.#store.statements(definition).inserts(records)) {
      if (ids.length > 0 && isTurnOver()) await freeTurn();
      ids.push(...(await this.#connection.insert(statement)));
    }
    return ids;
  }

  /** Runs work that stores these records of a collection. */
  #storing<T>(definition: Definition, records: readonly Raw[], work: () => Promise<T>): Promise<T> {
    const { database, statements } = this.#store;
    const { mayOutgrow } = statements(definition);
    const storage = { engine: database.engine, connection: this.#connection, mayOutgrow };
    return storing(storage, { definition, records }, work);
  }

  /** Throws if a user would change records that only change sets may change. The operator's commands may. */
  #requireReviewed({ isReviewed }: Definition): void {
    const { actor, rights, isApproved } = this.#context;
    if (isReviewed && rights && !isApproved && actor.id !== system.id) throw new AppError('reviewNeeded');
  }

  /** Records on `trial` will be rolled back, and take no ids. */
  async create(
    definition: Definition,
    records: readonly Raw[],
    numbering: Numbering = 'next',
  ): Promise<Change[]> {
    this.#requireReviewed(definition);
    if (definition.writes)
      return this.#noted(definition, { action: 'create' }, await this.#adopted.create(definition, records));
    const uses = records.map((record): Change => [undefined, { ...record, id: 0n }]);
    await this.#useFiles(definition, uses);
    const ids = await this.#storing(definition, records, () =>
      this.#insertNumbered(definition, records, numbering),
    );
    const created = records.map((record, index): Change => [undefined, { ...record, id: ids[index] ?? 0n }]);
    await this.#link(definition, created);
    if (numbering !== 'trial') await this.#index(definition, created);
    await this.#noteChanges(definition, { action: 'create' }, created);
    return created;
  }

  /** Publishes a record for the first time, under the id of its draft. */
  async publishNew(definition: Definition, record: AnyRecord): Promise<void> {
    this.#requireReviewed(definition);
    const created: Change[] = [[undefined, record]];
    await this.#useFiles(definition, created);
    await this.#storing(definition, [record], () => this.#insertWithIds(definition, [record]));
    await this.#link(definition, created);
    await this.#index(definition, created);
    await this.#noteChanges(definition, { action: 'create', decision: 'publish' }, created);
  }

  async #insertNumbered(
    definition: Definition,
    records: readonly Raw[],
    numbering: Numbering,
  ): Promise<bigint[]> {
    if (numbering === 'next') return this.insert(definition, records);
    if (numbering === 'trial') return this.#insertOnTrial(definition, records);
    await this.#insertWithIds(
      definition,
      records.map((record) => ({ ...record, id: numbering })),
    );
    return [numbering];
  }

  /** Uses ids below zero, which no engine assigns; the rollback frees them again. */
  async #insertOnTrial(definition: Definition, records: readonly Raw[]): Promise<bigint[]> {
    const numbered = records.map((record) => {
      this.#lastTrial -= 1n;
      return { ...record, id: this.#lastTrial };
    });
    await this.#insertWithIds(definition, numbered);
    return numbered.map(({ id }) => id);
  }

  async #insertWithIds(definition: Definition, records: readonly AnyRecord[]): Promise<void> {
    for (const statement of this.#store.statements(definition).insertsWithIds(records))
      await this.#connection.run(statement);
  }

  async update(
    definition: Definition,
    before: AnyRecord,
    after: AnyRecord,
    decision?: Decision,
  ): Promise<Change[]> {
    this.#requireReviewed(definition);
    if (definition.writes)
      return this.#noted(
        definition,
        { action: 'update' },
        await this.#adopted.update(definition, before, after),
      );
    const changed: Change[] = [[before, after]];
    await this.#useFiles(definition, changed);
    const statement = this.#store.statements(definition).update(after);
    await this.#storing(definition, [after], () => this.#connection.run(statement));
    await this.#link(definition, changed);
    await this.#index(definition, changed);
    await this.#noteChanges(definition, { action: 'update', decision }, changed);
    return changed;
  }

  /** Deletes records: into the trash if the collection is fully audited, for good otherwise. */
  async remove(
    definition: Definition,
    records: readonly AnyRecord[],
    decision?: Decision,
  ): Promise<Change[]> {
    if (records.length > 0) this.#requireReviewed(definition);
    if (definition.writes)
      return this.#noted(definition, { action: 'delete' }, await this.#adopted.remove(definition, records));
    if (definition.audit !== 'full') {
      const ids = records.map(({ id }) => id);
      await this.purgeFilesOf(definition, records);
      await this.erase(definition, ids);
      const gone = records.map((record): Change => [record, record]);
      this.#queueFollowing(definition, { action: 'delete', decision }, gone);
      return gone;
    }
    const removed = records.map(
      (before): Change => [before, { ...before, ...stampDeletion(this.#context, before) }],
    );
    for (const [, after] of removed)
      await this.#connection.run(this.#store.statements(definition).update(after));
    await this.#unindex(
      definition,
      removed.map(([, { id }]) => id),
    );
    await this.#noteChanges(definition, { action: 'delete', decision }, removed);
    return removed;
  }

  /** Deletes records for good, whatever the collection's audit form, and leaves no trace of them. */
  async erase(definition: Definition, ids: readonly bigint[]): Promise<void> {
    const { database, catalogue } = this.#store;
    await this.#run(unlinkStatements(database.query, catalogue, definition, ids));
    await this.#run([database.query.deleteFrom(definition.name).where('id', 'in', ids)]);
    await this.#unindex(definition, ids);
  }

  /** Replaces values of a record, deleted or not, and leaves no trace of those that it had. */
  async redact(definition: Definition, id: bigint, values: Raw): Promise<void> {
    await this.#connection.run(overwrite(this.#store.database, definition, id, values));
    if (definition.search.length > 0) {
      const statements = this.#store.statements(definition);
      const [raw] = await this.#connection.all(statements.findForUpdate(id));
      if (raw)
        await indexRecords(this.#store.database.engine, this.#connection, definition, [
          statements.read(raw) as AnyRecord,
        ]);
    }
    await this.#forgetPast(definition, [id]);
  }

  /** Hides a record for a moment, so that another one can take its unique values; `putBack` ends that. */
  async setAside(definition: Definition, id: bigint): Promise<void> {
    await this.#connection.run(overwrite(this.#store.database, definition, id, { is_deleted: true }));
  }

  /** Brings a record that was set aside back with the unique values that it is about to get. */
  async putBack(definition: Definition, after: AnyRecord): Promise<void> {
    const unique = new Set(definition.unique.flat());
    const values = Object.fromEntries([...unique].map((name) => [name, after[name]]));
    const there = { ...values, is_deleted: false };
    await this.#connection.run(overwrite(this.#store.database, definition, after.id, there));
  }

  /** Deletes records for good, in the trash or not, with their past. */
  async forget(definition: Definition, ids: readonly bigint[]): Promise<void> {
    const { database, catalogue } = this.#store;
    await this.#run(unlinkStatements(database.query, catalogue, definition, ids));
    await this.#connection.run(eraseEvenDeleted(database, definition, ids));
    await this.#unindex(definition, ids);
    await this.#forgetPast(definition, ids);
  }

  async #forgetPast(definition: Definition, ids: readonly bigint[]): Promise<void> {
    const { query } = this.#store.database;
    await forgetStates(this.#store, this.#connection, definition, ids);
    if (definition.audit !== 'full') return;
    const past = query.deleteFrom(revision.name).where('collection', '=', definition.name);
    await this.#run([past.where('record_id', 'in', ids)]);
  }

  /** Brings a record back from the trash. */
  async revive(definition: Definition, before: AnyRecord): Promise<Change[]> {
    this.#requireReviewed(definition);
    const stamps = stampReturn(this.#context, before);
    await this.#connection.run(updateDeleted(this.#store.database, definition, before.id, stamps));
    const revived: Change[] = [[before, { ...before, ...stamps }]];
    await indexRecords(this.#store.database.engine, this.#connection, definition, [before]);
    await this.#noteChanges(definition, { action: 'restore' }, revived);
    return revived;
  }

  /**
   * Publishes a record again that was unpublished. Its history goes on with the changes since; for readers of the feed, who
   * learnt that it was deleted, it is a new record.
   */
  async publishAgain(definition: Definition, before: AnyRecord, values: AnyRecord): Promise<void> {
    this.#requireReviewed(definition);
    const { database } = this.#store;
    const stamps = stampReturn(this.#context, before);
    const after = { ...values, ...stamps };
    const changed: Change[] = [[before, after]];
    await this.#useFiles(definition, changed);
    await this.#connection.run(updateDeleted(database, definition, before.id, stamps));
    const statement = this.#store.statements(definition).update(after);
    await this.#storing(definition, [after], () => this.#connection.run(statement));
    await this.#link(definition, changed);
    await indexRecords(database.engine, this.#connection, definition, [after]);
    await this.#insertRevisions(definition, { action: 'restore', decision: 'publish' }, changed);
    this.#queueFollowing(definition, { action: 'create', decision: 'publish' }, [[undefined, after]]);
  }

  /** Destroys a record in the trash. One revision remains: that it existed, and who destroyed it. */
  async purge(definition: Definition, record: AnyRecord): Promise<void> {
    this.#requireReviewed(definition);
    const { database, catalogue } = this.#store;
    await this.purgeFilesOf(definition, [record]);
    await this.#connection.run(eraseDeleted(database, definition, record.id));
    await this.#run(unlinkStatements(database.query, catalogue, definition, [record.id]));
    const rest = { id: record.id, update_time: momentAfter(record, this.#context) };
    await this.#insertRevisions(definition, { action: 'purge' }, [[undefined, rest]]);
    this.#queueFollowing(definition, { action: 'purge' }, [[record, record]]);
    await forgetStates(this.#store, this.#connection, definition, [record.id]);
  }

  /** Adds jobs that purge the files of destroyed records, for fields with `onRecordPurge: 'purge'`. */
  async purgeFilesOf(definition: Definition, records: readonly AnyRecord[]): Promise<void> {
    const { database, catalogue } = this.#store;
    await addJobs(database, this.#connection, purgesOf(catalogue, definition, records));
  }

  async #link(definition: Definition, changes: readonly Change[]): Promise<void> {
    const { database, catalogue } = this.#store;
    await this.#run(linkStatements(database.query, catalogue, definition, changes));
  }

  /** Locks the files that records begin to use. */
  async #useFiles(definition: Definition, changes: readonly Change[]): Promise<void> {
    if (this.#store.catalogue.namesFiles(definition.name))
      await useFiles(this.#store, this.#connection, definition, changes);
  }

  async #index(definition: Definition, changes: readonly Change[]): Promise<void> {
    if (definition.search.length > 0)
      await indexChanges(this.#store.database.engine, this.#connection, definition, changes);
  }

  #unindex(definition: Definition, ids: readonly bigint[]): Promise<void> {
    return removeFromIndex(this.#store.database.engine, this.#connection, definition, ids);
  }

  async #noteChanges(definition: Definition, event: RecordEvent, changes: readonly Change[]): Promise<void> {
    await this.#insertRevisions(definition, event, changes);
    this.#queueFollowing(definition, event, changes);
  }

  /** Adds the revisions of records of a table that another program has made, and queues what follows. */
  async #noted(
    definition: Definition,
    { action }: RecordEvent,
    changes: readonly Change[],
  ): Promise<Change[]> {
    for (const [before, after] of changes) {
      const time = await this.#adopted.momentFor(definition, after);
      const isGone = action === 'delete';
      const [noted = {}] = revisionsOf(this.#context, definition, { action }, [
        isGone ? [after, { id: after.id }] : [before, after],
      ]);
      const about = { ...noted, ...historyId(definition, after.id), time, previous_time: null };
      await this.insert(revision, [about]);
    }
    this.#queueFollowing(definition, { action }, changes);
    return [...changes];
  }

  async #insertRevisions(
    definition: Definition,
    event: RecordEvent,
    changes: readonly Change[],
  ): Promise<void> {
    if (definition.keepsHistory)
      await this.insert(revision, revisionsOf(this.#context, definition, event, changes));
  }

  /** Queues what follows at the end of the transaction: jobs of hooks, and lines of the feed. */
  #queueFollowing(definition: Definition, event: RecordEvent, changes: readonly Change[]): void {
    if (!hasReaders(definition) && !definition.hooks?.afterCommit) return;
    const [context, later] = [this.#context, this.#context.caused?.later];
    for (const [before, record] of changes) later?.push({ definition, context, ...event, record, before });
  }

  async #run(queries: Iterable<{ compile(): Statement }>): Promise<void> {
    for (const query of queries) await this.#connection.run(query.compile());
  }
}
