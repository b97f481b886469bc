import type { RevisionAction } from '../../contract/audit.ts';
import type { Database } from '../database/database.ts';
import type { Connection, Raw } from '../database/engine.ts';
import type { Statement } from '../database/statement.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { NewRow, RowChanges, RowOf } from '../definitions/row-types.ts';
import { AppError } from '../errors.ts';
import { type Act, rightsOver } from './act.ts';
import { agreedConsequences } from './agreed.ts';
import { cleanGiven, cleanWhole } from './clean.ts';
import { isOpen, keepClosed } from './closed-fields.ts';
import { entriesOf } from './consequences.ts';
import { eraseDeleted, updateDeleted } from './deleted.ts';
import { deletion } from './deletion.record.ts';
import { linkStatements, unlinkStatements } from './links.ts';
import { newRows } from './new-rows.ts';
import { beyondReach, within } from './reach.ts';
import { Reads, type Select } from './reads.ts';
import type { StatementsOf, UniqueGroup } from './record-statements.ts';
import { revision } from './revision.record.ts';
import { revisionsOf } from './revisions.ts';
import type { Use } from './rights.ts';
import type { Change, Row } from './row.ts';
import { Refusals, RowsRefused } from './rows-refused.ts';
import { causedBy } from './run-hook.ts';
import { momentAfter, stampDeletion, stampReturn, stampUpdate } from './stamps.ts';
import { targetErrors } from './targets.ts';
import { namesTold, takenError, takenFields } from './unique.ts';
import { WriteHooks } from './write-hooks.ts';

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
  readonly #hooks: WriteHooks;

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
    this.#hooks = new WriteHooks(
      act,
      connection,
      () => new Writes(database, catalogue, statements, connection, causedBy(act)),
    );
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
    const sent = values as readonly Raw[];
    if (!definition.hooks) return this.#make(definition, await newRows(this, definition, sent));
    return this.#hooks.whole(async () => {
      const ids: bigint[] = [];
      const refusals = new Refusals();
      for (const [index, one] of sent.entries()) {
        // One after the other, for a hook may look at what was made before.
        const make = async () => {
          const rows = await newRows(this, definition, [one], (row) => this.#hooks.besides(definition, row));
          ids.push(...(await this.#make(definition, rows)));
        };
        await (sent.length > 1 ? this.#hooks.whole(make) : make()).catch((error) =>
          refusals.note(index, error),
        );
      }
      refusals.throwAny();
      return ids;
    });
  }

  async #make(definition: Definition, rows: readonly Raw[]): Promise<bigint[]> {
    const ids = await this.#insert(definition, rows);
    const made = rows.map((row, place): Change => [undefined, { ...row, id: ids[place] ?? 0n }]);
    await this.#keep(definition, 'create', made);
    await this.#hooks.after(definition, 'create', made);
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
    const goesAlone = !definition.hooks && this.catalogue.referencesTo(definition.name).length === 0;
    const remove = () => this.#removeWith(definition, id, terms);
    await (goesAlone ? remove() : this.#hooks.whole(remove));
  }

  async #removeWith(definition: Definition, id: bigint, terms: Terms): Promise<void> {
    const row = await this.#get(definition, id, terms);
    const consequences = await agreedConsequences(this, definition, row, (record, one) =>
      this.#hooks.before(record, 'delete', one),
    );
    for (const [holder, rows] of consequences.emptied)
      for (const [before, values] of rows.values()) await this.#set(holder, before, values);
    const removed: [Definition, Change[]][] = [];
    for (const [holder, rows] of consequences.gone)
      removed.push([holder, await this.#remove(holder, [...rows.values()])]);
    if (definition.audit === 'full') await this.#insert(deletion, entriesOf(consequences, definition, row));
    for (const [holder, changes] of removed) await this.#hooks.after(holder, 'delete', changes);
  }

  /** Takes rows away for good, whatever they are: for what has outlived its retention. */
  async erase(definition: Definition, ids: readonly bigint[]): Promise<void> {
    await this.#run(unlinkStatements(this.query, this.catalogue, definition, ids));
    await this.#run([this.query.deleteFrom(definition.name).where('id', 'in', ids)]);
  }

  /** Brings a deleted row back to life. Throws where a living one has taken its name. */
  async revive(definition: Definition, before: Row): Promise<void> {
    await this.#hooks.before(definition, 'restore', before);
    const taken = await takenFields(this, definition, before);
    if (taken) {
      const told = (await namesTold(this, definition, taken)).join('、') || '值';
      const detail = `${definition.label} ${before.id} 的 ${told} 已被使用`;
      throw new AppError('notRestorable', { detail });
    }
    const stamps = stampReturn(this.act, before);
    await this.#connection.run(updateDeleted(this.database, definition, before.id, stamps));
    const change: Change = [before, { ...before, ...stamps }];
    await this.#remember(definition, 'restore', [change]);
    await this.#hooks.after(definition, 'restore', [change]);
  }

  /** Destroys a deleted row; that it was there, and who destroyed it, stays. */
  async purge(definition: Definition, row: Row): Promise<void> {
    await this.#hooks.before(definition, 'purge', row);
    await this.#connection.run(eraseDeleted(this.database, definition, row.id));
    await this.#run(unlinkStatements(this.query, this.catalogue, definition, [row.id]));
    const rest = { id: row.id, update_time: momentAfter(row, this.act) };
    await this.#remember(definition, 'purge', [[undefined, rest]]);
    await this.#hooks.after(definition, 'purge', [[row, row]]);
  }

  async #change(
    definition: Definition,
    id: bigint,
    { sent, values }: { readonly sent: Raw; readonly values: Raw },
    terms: Terms,
  ): Promise<void> {
    const change = async () => {
      const before = await this.#get(definition, id, terms);
      keepClosed(definition, await rightsOver(this, definition), { sent, values, before });
      await this.#set(definition, before, values, terms.uses);
    };
    await (definition.hooks ? this.#hooks.whole(change) : change());
  }

  async #set(definition: Definition, row: Row, sent: Raw, uses: readonly Use[] = []): Promise<void> {
    const besides = await this.#hooks.besides(definition, sent, row);
    // A hook may have changed the row itself.
    const before = definition.hooks?.beforeUpdate ? await this.#get(definition, row.id, { uses: [] }) : row;
    const values = { ...sent, ...besides };
    const [missing] = await targetErrors(this, definition, [values], { ...before, ...besides });
    if (missing) throw missing;
    const after = { ...before, ...values, ...stampUpdate(definition.audit, this.act, before) };
    const kept = uses.filter((use) => use !== 'read');
    const [beyond] = await beyondReach(this, definition, [after], kept);
    if (beyond) throw beyond;
    const taken = await takenFields(this, definition, after, before);
    if (taken) throw await takenError(this, definition, taken);
    await this.#connection.run(this.statements(definition).update(after));
    await this.#keep(definition, 'update', [[before, after]]);
    await this.#hooks.after(definition, 'update', [[before, after]]);
  }

  async #remove(definition: Definition, rows: readonly Row[]): Promise<Change[]> {
    if (definition.audit !== 'full') {
      await this.erase(
        definition,
        rows.map(({ id }) => id),
      );
      return rows.map((row): Change => [row, row]);
    }
    const changes = rows.map((before): Change => [before, { ...before, ...stampDeletion(this.act, before) }]);
    for (const [, after] of changes) await this.#connection.run(this.statements(definition).update(after));
    await this.#remember(definition, 'delete', changes);
    return changes;
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
    await this.#insert(revision, revisionsOf(this.act, definition, action, changes));
  }
}

/** Of one row alone, what is wrong with it. */
function throwItsOwn(error: unknown): never {
  throw error instanceof RowsRefused ? (error.rows[0]?.error ?? error) : error;
}
