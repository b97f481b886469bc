import { indexedValues } from '../../definitions/nested/nested-index.ts';
import { CannotStart } from '../../errors.ts';
import type { Connection, Engine, Exclusive } from '../engine.ts';
import { makeQuery } from '../soft-deletion/tables.ts';
import { literal } from '../values.ts';
import { fit, unfit, valuesOf } from './column-values.ts';
import type { Journal } from './journal.ts';
import type { PastCount } from './past-values.ts';
import { recordColumns } from './schema-state.ts';
import { cleanColumn } from './steps/cleaning-steps.ts';
import { fillColumn, type OnRows } from './steps/key-steps.ts';
import type {
  CleanValues,
  ConvertValues,
  FillLinkTable,
  FillNestedIndex,
  Operation,
  Renaming,
  SchemaStep,
} from './steps/step.ts';

/** Rows of one statement. */
const ROWS = 200;
/** As much of a refused statement as names its table. */
const SHOWN_SQL = 80;

/** Applies a renaming to the tables that refer to the collection or field by name. Repeating it changes nothing. */
export type Rename = (connection: Connection, renaming: Renaming) => Promise<void>;

/** What operations run with. */
export interface OperationContext {
  readonly engine: Engine;
  readonly connection: Connection;
  readonly rename: Rename;
}

/** Runs operations. Throws CannotStart where the engine refuses one, or a row no longer passes the check that it passed before. */
export async function runOperations(
  { engine, connection, rename }: OperationContext,
  operations: readonly Operation[],
): Promise<void> {
  for (const operation of operations) {
    if ('sql' in operation) await runSql(engine, connection, operation.sql);
    else if ('record' in operation)
      await recordColumns(connection, new Map([[operation.record, operation.as]]));
    else if ('convert' in operation) await convertValues(engine, connection, operation);
    else if ('link' in operation) await fillLinkTable(engine, connection, operation);
    else if ('index' in operation) await fillNestedIndex(engine, connection, operation);
    else if ('clean' in operation || 'fill' in operation)
      throw new Error('values are cleaned and keys filled outside of a transaction');
    else await rename(connection, operation.renaming);
  }
}

/** A statement that changes which columns a table has. */
const CHANGED_TABLE = /^(?:alter|drop) table (?:if exists )?"([^"]+)"/;

async function runSql(engine: Engine, connection: Connection, sql: string): Promise<void> {
  const [, table] = CHANGED_TABLE.exec(sql) ?? [];
  if (table !== undefined) await engine.trigrams?.forget(connection, table);
  await connection.run({ sql, parameters: [] }).catch((cause) => {
    if (engine.classifyError(cause)) throw cause;
    throw new CannotStart(
      `${engine.name} refuses ${sql.slice(0, SHOWN_SQL)} …: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  });
}

/** Passes what the history holds of a field through its rule, and counts what does not fit. Repeating it changes nothing. */
export type CleanPast = (exclusive: Exclusive, field: CleanValues) => Promise<PastCount>;

/** The context of a step outside transactions. */
export interface NonTransactional {
  readonly engine: Engine;
  readonly exclusive: Exclusive;
  readonly journal: Journal;
  readonly cleanPast: CleanPast;
  /** Called with what was refused or cleaned in the history of a field. */
  readonly onCleaned?: ((count: PastCount) => void) | undefined;
  /** Called with the number of rows that a long step has looked at. */
  readonly onRows?: OnRows | undefined;
}

/** Runs a step outside transactions. The next plan cleans up after a failure. */
export async function runNonTransactional(
  { engine, exclusive, journal, cleanPast, onCleaned, onRows }: NonTransactional,
  step: SchemaStep,
): Promise<void> {
  await exclusive.transaction((connection) => journal.note(connection, [step], 'begun'));
  for (const operation of step.operations) {
    if ('sql' in operation) await exclusive.command(operation.sql);
    if ('clean' in operation) {
      const count = await cleanPast(exclusive, operation);
      onCleaned?.(count);
      await cleanColumn(engine, exclusive, operation);
    }
    if ('fill' in operation) await fillColumn(engine, exclusive, operation, onRows);
    if ('index' in operation)
      await exclusive.transaction((connection) => fillNestedIndex(engine, connection, operation));
    if ('record' in operation) {
      const recorded = new Map([[operation.record, operation.as]]);
      await exclusive.transaction((connection) => recordColumns(connection, recorded));
    }
  }
  await exclusive.transaction((connection) => journal.end(connection, 'done'));
}

async function convertValues(
  engine: Engine,
  connection: Connection,
  { convert: table, from, into, to }: ConvertValues,
): Promise<void> {
  for await (const rows of valuesOf(engine, connection, table, from)) {
    const cases: string[] = [];
    for (const { id, value } of rows) {
      const converted = fit(value, to);
      if (converted === unfit)
        throw new CannotStart(`${table}.${from.name}: the value of record ${id} no longer fits`);
      if (converted !== null) cases.push(`when ${id} then ${literal(engine.encode(to.column, converted))}`);
    }
    if (cases.length === 0) continue;
    const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
    const sql = `update "${table}" set "${into}" = case "id" ${cases.join(' ')} end where "id" between ${first} and ${last}`;
    await connection.run({ sql, parameters: [] });
  }
}

async function fillLinkTable(
  engine: Engine,
  connection: Connection,
  { link, table, column }: FillLinkTable,
): Promise<void> {
  await connection.run({ sql: `delete from "${link}"`, parameters: [] });
  const ids = { name: column, column: { type: 'ids' } } as const;
  for await (const rows of valuesOf(engine, connection, table, ids)) {
    for (const { id, value } of rows) {
      const pairs = ((value ?? []) as bigint[]).map((target) => `(${id}, ${target})`);
      if (pairs.length === 0) continue;
      const sql = `insert into "${link}" ("holder_id", "target_id") values ${pairs.join(', ')}`;
      await connection.run({ sql, parameters: [] });
    }
  }
}

async function fillNestedIndex(
  engine: Engine,
  connection: Connection,
  { index, table, name, field }: FillNestedIndex,
): Promise<void> {
  const start = `${name}.`;
  const isOfField = `"path" = '${name}' or substr("path", 1, ${start.length}) = '${start}'`;
  await connection.run({ sql: `delete from "${index}" where ${isOfField}`, parameters: [] });
  if (!field) return;
  const query = makeQuery(engine, []);
  for await (const rows of valuesOf(engine, connection, table, { name, column: field.column })) {
    const values = rows.flatMap(({ id, value }) =>
      indexedValues(name, field, value).map((one) => ({ holder_id: id, ...one })),
    );
    for (let at = 0; at < values.length; at += ROWS)
      await connection.run(
        query
          .insertInto(index)
          .values(values.slice(at, at + ROWS))
          .compile(),
      );
  }
}
