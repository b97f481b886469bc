import { createHash, randomUUID } from 'node:crypto';
import { type Connection, inSavepoint, type Raw, type Statement } from '../../database/index.ts';
import { dialectOf } from '../../database/query-sources.ts';
import { type Definition, hasTextIds, type WrittenTable } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { type AnyRecord, type Change, isSame } from '../record.ts';
import type { AdoptedRows, RecordStore } from '../store/index.ts';
import { Refusals } from './records-refused.ts';
import { revision } from './revision.collection.ts';

/**
 * Writes records of queries to the tables of other programs. Defaults, triggers and other rules of a table hold, so each record is
 * read again once it is written.
 */
export class AdoptedRecords {
  readonly #store: RecordStore;
  readonly #connection: Connection;
  readonly #now: number;

  constructor(store: RecordStore, connection: Connection, now: number) {
    this.#store = store;
    this.#connection = connection;
    this.#now = now;
  }

  /** Inserts rows. Throws RecordsRefused, with the refusal of the table of each; the caller must then undo all of them. */
  async create(definition: Definition, records: readonly Raw[]): Promise<Change[]> {
    const created: Change[] = [];
    const refusals = new Refusals();
    for (const [index, record] of records.entries()) {
      if (index > 0 && isTurnOver()) await freeTurn();
      await this.#createOne(definition, record).then(
        (after) => created.push([undefined, after]),
        (error) => refusals.note(index, error),
      );
    }
    refusals.throwAny();
    return created;
  }

  async #createOne(definition: Definition, record: Raw): Promise<AnyRecord> {
    const { writes, rows } = this.#rowsOf(definition);
    const values = this.#stamped(writes, this.#written(writes, record), ['create_time', 'update_time']);
    const after = await this.#guarded('create', async () => {
      if (definition.key) {
        requireKey(definition.key, values);
        await this.#runOnRow(rows.insert(values, false));
        return this.#readByKey(definition, values);
      }
      return this.#read(definition, await this.#insert(definition, values));
    });
    if (!after) throw badParameters({ '': message('outOfReach') });
    return after;
  }

  async update(definition: Definition, before: AnyRecord, after: AnyRecord): Promise<Change[]> {
    const { writes, rows } = this.#rowsOf(definition);
    const changed = Object.entries(this.#written(writes, after)).filter(
      ([name, value]) => !definition.key?.includes(name) && !isSame(value ?? null, before[name] ?? null),
    );
    const values = this.#stamped(writes, Object.fromEntries(changed), ['update_time']);
    const statement = rows.update(before, values);
    const now = await this.#guarded('update', async () => {
      if (statement) await this.#runOnRow(statement);
      return this.#read(definition, before.id);
    });
    // Its select leaves it out now, and nobody could read what was written.
    if (!now) throw badParameters({ '': message('outOfReach') });
    return [[before, now]];
  }

  async remove(definition: Definition, records: readonly AnyRecord[]): Promise<Change[]> {
    const { rows } = this.#rowsOf(definition);
    for (const record of records) await this.#guarded('delete', () => this.#runOnRow(rows.delete(record)));
    return records.map((record): Change => [record, record]);
  }

  /** The time of the next revision of a record: never before that of the last one. */
  async momentFor(definition: Definition, record: AnyRecord): Promise<number> {
    const last = this.#store.database.query
      .selectFrom(revision.name)
      .select('time')
      .where('collection', '=', definition.name)
      .where('record_id', '=', historyId(definition, record.id).record_id)
      .orderBy('time', 'desc')
      .limit(1);
    const [found] = await this.#connection.all(last.compile());
    return Math.max(this.#now, Number(found?.time ?? 0));
  }

  #rowsOf(definition: Definition): { readonly writes: WrittenTable; readonly rows: AdoptedRows } {
    const { writes } = definition;
    const { rows } = this.#store.statements(definition);
    if (!writes || !rows) throw new Error(`'${definition.name}' writes no table`);
    return { writes, rows };
  }

  /** The values of a record that have a column. */
  #written({ columns }: WrittenTable, record: Raw): Raw {
    return Object.fromEntries(Object.entries(record).filter(([name]) => columns.has(name) && !isTime(name)));
  }

  /** These values, with the times that the server sets. */
  #stamped({ columns }: WrittenTable, values: Raw, times: readonly string[]): Raw {
    const stamps = times.flatMap((name) => (columns.has(name) ? [[name, this.#now] as const] : []));
    return { ...values, ...Object.fromEntries(stamps) };
  }

  /** Inserts a row of one key and returns it. */
  async #insert(definition: Definition, values: Raw): Promise<bigint> {
    const { writes, rows } = this.#rowsOf(definition);
    if (writes.newKeys === 'uuid') {
      const id = randomUUID();
      await this.#runOnRow(rows.insert({ ...values, id }, false));
      return id as unknown as bigint; // as ids that are texts are passed on
    }
    if (dialectOf(this.#store.database.engine) !== 'postgres') {
      const [id] = await this.#connection.insert(rows.insert(values, false));
      if (id === undefined) throw rowKept();
      return id;
    }
    const [row] = await this.#connection.all(rows.insert(values, true));
    if (!row) throw rowKept();
    return hasTextIds(definition) ? (row.id as bigint) : BigInt(row.id as bigint | string);
  }

  async #runOnRow(statement: Statement): Promise<void> {
    if ((await this.#connection.run(statement)) === 0) throw rowKept();
  }

  /** Runs work in a savepoint, foreign keys that wait for the commit included. Throws a refusal of the table in words. */
  async #guarded<T>(action: 'create' | 'update' | 'delete', work: () => Promise<T>): Promise<T> {
    const { engine } = this.#store.database;
    try {
      return await inSavepoint(this.#connection, async () => {
        const done = await work();
        if (dialectOf(engine) === 'postgres') await this.#connection.command('set constraints all immediate');
        return done;
      });
    } catch (cause) {
      const violation = engine.violationOf(cause);
      if (!violation) throw cause;
      const { kind, words } = violation;
      if (kind === 'duplicate') throw new AppError('duplicate', { cause });
      if (kind === 'reference' && action === 'delete') throw new AppError('stillReferenced', { cause });
      throw new AppError('tableRefused', {
        detail: kind === 'reference' ? message('brokenForeignKey') : words,
        cause,
      });
    }
  }

  async #read(definition: Definition, id: bigint): Promise<AnyRecord | undefined> {
    const statements = this.#store.statements(definition);
    const [raw] = await this.#connection.all(statements.findForUpdate(id));
    return raw && (statements.read(raw) as AnyRecord);
  }

  async #readByKey(definition: Definition, values: Raw): Promise<AnyRecord | undefined> {
    const { name, columns, key = [] } = definition;
    const all = this.#store.database.query.selectFrom(name).select(Object.keys(columns));
    const select = key.reduce((narrowed, field) => narrowed.where(field, '=', values[field]), all);
    const [raw] = await this.#connection.all(select.compile());
    return raw && (this.#store.statements(definition).read(raw) as AnyRecord);
  }
}

/** How revisions name a record: by its id, or by a number that is made of an id that is a text, and this text. */
export function historyId(
  definition: Definition,
  id: bigint,
): { readonly record_id: bigint; readonly record_key: string | null } {
  if (!hasTextIds(definition)) return { record_id: id, record_key: null };
  const key = String(id);
  const hash = createHash('sha256').update(key).digest();
  return { record_id: BigInt.asUintN(63, hash.readBigUInt64BE()), record_key: key };
}

/** A new record is found again by the values of its key alone: defaults of the table are not known here. */
function requireKey(key: readonly string[], values: Raw): void {
  const missing = key.filter((name) => values[name] === null || values[name] === undefined);
  if (missing.length > 0)
    throw badParameters(Object.fromEntries(missing.map((name) => [name, message('missing')])));
}

function rowKept(): AppError {
  return new AppError('tableRefused', { detail: message('rowKept') });
}

function isTime(name: string): boolean {
  return name === 'create_time' || name === 'update_time';
}
