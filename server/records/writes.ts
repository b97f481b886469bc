import type { RevisionAction } from '../../contract/audit.ts';
import type { Database } from '../database/database.ts';
import type { Connection, Raw } from '../database/engine.ts';
import type { Statement } from '../database/statement.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { NewRow, RowChanges, RowOf } from '../definitions/row-types.ts';
import { AppError } from '../errors.ts';
import { type Act, rightsOver } from './act.ts';
import { cleanGiven, cleanWhole } from './clean.ts';
import { isOpen, keepClosed } from './closed-fields.ts';
import { consequencesOf, entriesOf } from './consequences.ts';
import { eraseDeleted, updateDeleted } from './deleted.ts';
import { deletion } from './deletion.record.ts';
import { linkStatements, unlinkStatements } from './links.ts';
import { newRows } from './new-rows.ts';
import { beyondReach, within } from './reach.ts';
import { Reads, type Select } from './reads.ts';
import type { StatementsOf, UniqueGroup } from './record-statements.ts';
import { revision } from './revision.record.ts';
import { describeChanges } from './revisions.ts';
import type { Use } from './rights.ts';
import type { Change, Row } from './row.ts';
import { RowsRefused } from './rows-refused.ts';
import { momentAfter, stampDeletion, stampReturn, stampUpdate } from './stamps.ts';
import { targetErrors } from './targets.ts';
import { namesTold, takenError, takenFields } from './unique.ts';

/** What must hold for a row to be written. */
export interface Terms {
  /**
   * What whoever writes must be allowed to do with it. A row that is not his is as if it were not there; one that would be
   * no longer, but for reading, is refused.
   */
  readonly uses: readonly Use[];
  /** Throws where the row is in another state than it is to be written in. */
  readonly expect?: (row: Row) => void;
}

/**
 * The one way to change rows: checks the values, stamps who and when, and leaves a revision, all in the transaction that
 * it was opened in. Reads made through it see that transaction's own writes, and the rows that `find`, `where` and `first`
 * answer stay as they are until it ends, whoever else writes meanwhile.
 */
export class Writes extends Reads {
  readonly act: Act;
  readonly #connection: Connection;

  constructor(
    database: Database,
    catalogue: Catalogue,
    statements: StatementsOf,
    connection: Connection,
    act: Act,
  ) {
    super(database, catalogue, statements, connection);
    this.#connection = connection;
    this.act = act;
  }

  override async find<D extends Definition>(definition: D, id: bigint): Promise<RowOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForUpdate(id));
    return raw && (statements.read(raw) as RowOf<D>);
  }

  override async findShared<D extends Definition>(definition: D, id: bigint): Promise<RowOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForShare(id));
    return raw && (statements.read(raw) as RowOf<D>);
  }

  /** The row that holds these values of a unique group of fields. */
  async findHolder(definition: Definition, group: UniqueGroup, values: Raw): Promise<Row | undefined> {
    const [raw] = await this.#connection.all(group.findForUpdate(values));
    return raw && (this.statements(definition).read(raw) as Row);
  }

  override held(select: Select): Select {
    return select.forUpdate();
  }

  protected override shared(select: Select): Select {
    return select.forShare();
  }

  /** Makes a row and answers its id. */
  async create<D extends Definition>(definition: D, values: NewRow<D>): Promise<bigint> {
    const [id = 0n] = await this.createMany(definition, [values]).catch(throwItsOwn);
    return id;
  }

  /** Makes rows as if one after the other, with few statements, and answers their ids. Throws RowsRefused where one cannot be made. */
  async createMany<D extends Definition>(definition: D, values: readonly NewRow<D>[]): Promise<bigint[]> {
    const rows = await newRows(this, definition, values as readonly Raw[]);
    const ids = await this.#insert(definition, rows);
    const made = rows.map((row, place): Change => [undefined, { ...row, id: ids[place] ?? 0n }]);
    await this.#keep(definition, 'create', made);
    return ids;
  }

  /** Changes the given fields of a row. */
  async update<D extends Definition>(
    definition: D,
    id: bigint,
    changes: RowChanges<D>,
    terms: Terms = { uses: ['update'] },
  ): Promise<void> {
    const sent = changes as Raw;
    await this.#change(definition, id, { sent, values: cleanGiven(definition, sent) }, terms);
  }

  /** Gives a row all its fields anew: what is not sent gets its initial value, or stays where it was made from another. */
  async replace<D extends Definition>(
    definition: D,
    id: bigint,
    values: NewRow<D>,
    terms: Terms = { uses: ['update'] },
  ): Promise<void> {
    const rights = await rightsOver(this, definition);
    const isClosed = (name: string) => rights !== undefined && !isOpen(definition, rights, name);
    const whole = cleanWhole(definition, values as Raw, isClosed);
    for (const name of definition.made) if (whole[name] === null) delete whole[name];
    await this.#change(definition, id, { sent: values as Raw, values: whole }, terms);
  }

  /**
   * Deletes a row, logically where it is fully audited, and does to the rows that refer to it what their fields say.
   * Throws where one of them forbids it, or would go along and is not the caller's to delete.
   */
  async remove(definition: Definition, id: bigint, terms: Terms = { uses: ['delete'] }): Promise<void> {
    const row = await this.#get(definition, id, terms);
    const consequences = await consequencesOf(this, definition, [row]);
    for (const [holder, rows] of consequences.emptied)
      for (const [before, values] of rows.values()) await this.#set(holder, before, values);
    for (const [holder, rows] of consequences.gone) await this.#remove(holder, [...rows.values()]);
    if (definition.audit === 'full') await this.#insert(deletion, entriesOf(consequences, definition, row));
  }

  /** Takes rows away for good, whatever they are: for what has outlived its retention. */
  async erase(definition: Definition, ids: readonly bigint[]): Promise<void> {
    await this.#run(unlinkStatements(this.query, this.catalogue, definition, ids));
    await this.#run([this.query.deleteFrom(definition.name).where('id', 'in', ids)]);
  }

  /** Brings a deleted row back to life. Throws where a living one has taken its name. */
  async revive(definition: Definition, before: Row): Promise<void> {
    const taken = await takenFields(this, definition, before);
    if (taken) {
      const told = (await namesTold(this, definition, taken)).join('、') || '值';
      const detail = `${definition.label} ${before.id} 的 ${told} 已被使用`;
      throw new AppError('notRestorable', { detail });
    }
    const stamps = stampReturn(this.act, before);
    await this.#connection.run(updateDeleted(this.database, definition, before.id, stamps));
    await this.#remember(definition, 'restore', [[before, { ...before, ...stamps }]]);
  }

  /** Destroys a deleted row and what its history tells; that it was there, and who destroyed it, stays. */
  async purge(definition: Definition, row: Row): Promise<void> {
    await this.#connection.run(eraseDeleted(this.database, definition, row.id));
    await this.#run(unlinkStatements(this.query, this.catalogue, definition, [row.id]));
    await this.#forget(definition, row.id);
    const rest = { id: row.id, update_time: momentAfter(row, this.act) };
    await this.#remember(definition, 'purge', [[undefined, rest]]);
  }

  async #change(
    definition: Definition,
    id: bigint,
    { sent, values }: { readonly sent: Raw; readonly values: Raw },
    terms: Terms,
  ): Promise<void> {
    const before = await this.#get(definition, id, terms);
    keepClosed(definition, await rightsOver(this, definition), { sent, values, before });
    const [missing] = await targetErrors(this, definition, [values], before);
    if (missing) throw missing;
    const uses = terms.uses.filter((use) => use !== 'read');
    const [beyond] = await beyondReach(this, definition, [{ ...before, ...values }], uses);
    if (beyond) throw beyond;
    await this.#set(definition, before, values);
  }

  async #set(definition: Definition, before: Row, values: Raw): Promise<void> {
    const after = { ...before, ...values, ...stampUpdate(definition.audit, this.act, before) };
    const taken = await takenFields(this, definition, after, before);
    if (taken) throw await takenError(this, definition, taken);
    await this.#connection.run(this.statements(definition).update(after));
    await this.#keep(definition, 'update', [[before, after]]);
  }

  async #remove(definition: Definition, rows: readonly Row[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    if (definition.audit !== 'full') return this.erase(definition, ids);
    const changes = rows.map((before): Change => [before, { ...before, ...stampDeletion(this.act, before) }]);
    for (const [, after] of changes) await this.#connection.run(this.statements(definition).update(after));
    await this.#remember(definition, 'delete', changes);
  }

  async #get(definition: Definition, id: bigint, { uses, expect }: Terms): Promise<Row> {
    const found = (await this.find(definition, id)) as Row | undefined;
    const [row] = found ? await within(this, definition, [found], uses) : [];
    if (!row) throw new AppError('recordNotFound');
    expect?.(row);
    return row;
  }

  async #insert(definition: Definition, rows: readonly Raw[]): Promise<bigint[]> {
    const ids: bigint[] = [];
    for (const statement of this.statements(definition).inserts(rows))
      ids.push(...(await this.#connection.insert(statement)));
    return ids;
  }

  /** What follows from rows that were made or changed. */
  async #keep(definition: Definition, action: RevisionAction, changes: readonly Change[]): Promise<void> {
    await this.#run(linkStatements(this.query, this.catalogue, definition, changes));
    await this.#remember(definition, action, changes);
  }

  async #run(queries: Iterable<{ compile(): Statement }>): Promise<void> {
    for (const query of queries) await this.#connection.run(query.compile());
  }

  async #remember(definition: Definition, action: RevisionAction, changes: readonly Change[]): Promise<void> {
    if (definition.audit !== 'full') return;
    const { actor, requestId } = this.act;
    const entries = changes.map(([before, after]) => ({
      record: definition.name,
      record_id: after.id,
      action,
      user_id: actor.id,
      time: after.delete_time ?? after.update_time,
      previous_time: before?.update_time,
      request_id: requestId,
      changes: describeChanges(definition, before, after),
    }));
    await this.#insert(revision, entries);
  }

  /** In portions: a row may have been changed very often. */
  async #forget({ name }: Definition, id: bigint): Promise<void> {
    const some = this.query
      .selectFrom(revision.name)
      .select('id')
      .where('record', '=', name)
      .where('record_id', '=', id)
      .limit(500);
    for (;;) {
      const found = await this.rows<{ id: bigint }>(some, { id: { type: 'bigint' } });
      if (found.length === 0) return;
      await this.erase(
        revision,
        found.map((one) => one.id),
      );
    }
  }
}

/** Of one row alone, what is wrong with it. */
function throwItsOwn(error: unknown): never {
  throw error instanceof RowsRefused ? (error.rows[0]?.error ?? error) : error;
}
