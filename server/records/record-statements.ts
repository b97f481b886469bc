import type { Database } from '../database/database.ts';
import type { Engine, Raw } from '../database/engine.ts';
import { rowReader } from '../database/row-reader.ts';
import { prepare, type Statement } from '../database/statement.ts';
import type { Definition } from '../definitions/define-record.ts';

type Values = Readonly<Record<string, unknown>>;

const MOST_ROWS_AT_ONCE = 64;

/** The statements that every write and every read by id runs, compiled once for each definition. */
export interface RecordStatements {
  read(raw: Raw): Raw;
  find(id: bigint): Statement;
  /** For any number of rows: few statements, each prepared for a number of rows that comes again. */
  inserts(rows: readonly Values[]): Statement[];
  /** As `find`; until the transaction ends nobody else changes the row, or even holds it. */
  findForUpdate(id: bigint): Statement;
  /** As `find`; until the transaction ends nobody changes the row. */
  findForShare(id: bigint): Statement;
  /** Sets every column but the id; `row` is the whole row as it shall be. */
  update(row: Values & { readonly id: bigint }): Statement;
  /** Takes a row away that leaves no trace: only for records without full audit. */
  erase(id: bigint): Statement;
  /** For each unique group of fields: the ids of the rows that hold the same values. */
  readonly taken: readonly { readonly fields: readonly string[]; find(row: Values): Statement }[];
}

export type StatementsOf = (definition: Definition) => RecordStatements;

/** Compiles each definition's statements when they are first needed, and keeps them. */
export function makeStatements(database: Database): StatementsOf {
  const known = new Map<Definition, RecordStatements>();
  return (definition) => {
    const statements = known.get(definition) ?? compile(database, definition);
    known.set(definition, statements);
    return statements;
  };
}

function compile(database: Database, definition: Definition): RecordStatements {
  const { engine, query } = database;
  const { name, columns } = definition;
  const kept = Object.keys(columns).filter((column) => column !== 'id');
  const encode = encoder(engine, definition);
  const slots = (slot: (column: string) => unknown) =>
    Object.fromEntries(kept.map((column) => [column, slot(column)]));
  const byId = (slot: (column: string) => unknown) =>
    query.selectFrom(name).select(Object.keys(columns)).where('id', '=', slot('id'));
  const find = prepare(byId);
  const findForUpdate = prepare((slot) => byId(slot).forUpdate());
  const findForShare = prepare((slot) => byId(slot).forShare());
  const update = prepare((slot) => query.updateTable(name).set(slots(slot)).where('id', '=', slot('id')));
  const erase = prepare((slot) => query.deleteFrom(name).where('id', '=', slot('id')));
  const taken = definition.unique.map((fields) => {
    const statement = prepare<string>((slot) =>
      fields.reduce(
        (select, field) => select.where(field, '=', slot(field)),
        query.selectFrom(name).select('id'),
      ),
    );
    return { fields, find: (row: Values) => statement(encode(row)) };
  });
  const read = rowReader<Raw>(engine, columns);
  return {
    read,
    find: (id) => find({ id }),
    findForUpdate: (id) => findForUpdate({ id }),
    findForShare: (id) => findForShare({ id }),
    taken,
    inserts: inserter(database, definition, encode),
    update: (row) => update(encode(row)),
    erase: (id) => erase({ id }),
  };
}

function inserter({ query }: Database, { name, columns }: Definition, encode: (row: Values) => Raw) {
  const kept = Object.keys(columns).filter((column) => column !== 'id');
  const anyRow = Object.fromEntries(kept.map((column) => [column, 0]));
  const known = new Map<number, string>();
  const sqlFor = (count: number) => {
    const sql = known.get(count) ?? query.insertInto(name).values(Array(count).fill(anyRow)).compile().sql;
    known.set(count, sql);
    return sql;
  };
  const valuesOf = (row: Values) => {
    const raw = encode(row);
    return kept.map((column) => raw[column]);
  };
  return (rows: readonly Values[]) => {
    const statements: Statement[] = [];
    for (let start = 0; start < rows.length; ) {
      const count = powerOfTwo(Math.min(rows.length - start, MOST_ROWS_AT_ONCE));
      const parameters = rows.slice(start, start + count).flatMap(valuesOf);
      statements.push({ sql: sqlFor(count), parameters });
      start += count;
    }
    return statements;
  };
}

/** The highest that is not above the number. */
function powerOfTwo(number: number): number {
  return 2 ** Math.floor(Math.log2(number));
}

function encoder(engine: Engine, { columns }: Definition): (row: Values) => Raw {
  const all = Object.entries(columns);
  return (row) => {
    const raw: Raw = {};
    for (const [name, column] of all) {
      const value = row[name];
      raw[name] = value === null || value === undefined ? null : engine.encode(column, value);
    }
    return raw;
  };
}
