import type { Column, Shape } from '../../../contract/column.ts';
import type { Database } from '../../database/database.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import { mayOutgrow } from '../../database/row-bounds.ts';
import { prepare, prepareLookup, type Statement } from '../../database/statement.ts';
import { rowReader } from '../../database/values.ts';
import { type Definition, storedColumns, withSortKeys } from '../../definitions/for-server.ts';
import { type AdoptedRows, adoptedRows } from './adopted-rows.ts';

type Values = Readonly<Record<string, unknown>>;

const MOST_RECORDS_AT_ONCE = 64;

/** The statements of every write and every read by id, compiled once for each definition. */
export interface CollectionStatements {
  read(raw: Raw): Raw;
  find(id: bigint): Statement;
  /** For any number of records: few statements, each for a number of records that recurs, so that it stays prepared. */
  inserts(records: readonly Values[]): Statement[];
  /** The same for records that have ids. */
  insertsWithIds(records: readonly Values[]): Statement[];
  /** Like `find`, with an exclusive lock until the transaction ends. */
  findForUpdate(id: bigint): Statement;
  /** Like `find`, with a shared lock until the transaction ends. */
  findForShare(id: bigint): Statement;
  /** Sets every column except the id; `record` is the whole new state. */
  update(record: Values & { readonly id: bigint }): Statement;
  readonly unique: readonly UniqueGroup[];
  /** Whether records may be larger than the engine can store. */
  readonly mayOutgrow: boolean;
  /** Those of the table of another program, for queries that write one. */
  readonly rows?: AdoptedRows;
}

/** A unique group of fields: no two visible records hold the same values in it. */
export interface UniqueGroup {
  readonly fields: readonly string[];
  /** Whether null is a value like any other. */
  readonly nullsEqual: boolean;
  /** Like `inserts`: finds the records whose values are taken, each by its `position` in the statement's `places`. */
  taken(records: readonly Values[]): StatementOfPlaces[];
  /** The record that holds these values, with an exclusive lock until the transaction ends. */
  findForUpdate(record: Values): Statement;
}

interface StatementOfPlaces extends Statement {
  /** The indexes of its records. */
  readonly places: readonly number[];
}

interface StatementOfMany extends Statement {
  /** The index of its first record. */
  readonly first: number;
}

export type StatementsOf = (definition: Definition) => CollectionStatements;

/** Compiles each definition's statements on first use, and keeps them. */
export function makeStatements(database: Database): StatementsOf {
  const known = new Map<Definition, CollectionStatements>();
  return (definition) => {
    const statements = known.get(definition) ?? compile(database, definition);
    known.set(definition, statements);
    return statements;
  };
}

function compile(database: Database, definition: Definition): CollectionStatements {
  const { engine, query } = database;
  const { name, columns } = definition;
  const stored = storedColumns(definition);
  const kept = Object.keys(stored).filter((column) => column !== 'id');
  const encode = encoder(engine, definition);
  const slots = (slot: (column: string) => unknown) =>
    Object.fromEntries(kept.map((column) => [column, slot(column)]));
  const byId = (slot: (column: string) => unknown) =>
    query.selectFrom(name).select(Object.keys(columns)).where('id', '=', slot('id'));
  const find = prepareLookup('id', (ids) =>
    query.selectFrom(name).select(Object.keys(columns)).where('id', 'in', ids),
  );
  const findForUpdate = prepare((slot) => byId(slot).forUpdate());
  const findForShare = prepare((slot) => byId(slot).forShare());
  const update = prepare((slot) => query.updateTable(name).set(slots(slot)).where('id', '=', slot('id')));
  const read = rowReader<Raw>(engine, columns);
  return {
    read,
    find,
    findForUpdate: (id) => findForUpdate({ id }),
    findForShare: (id) => findForShare({ id }),
    unique: definition.unique.map((fields) => {
      const nullsEqual = definition.nullsEqual.has(fields);
      const byValues = knownBy((nulls: string) =>
        prepare<string>((slot) =>
          fields.reduce(
            (select, field) =>
              nulls.split(',').includes(field)
                ? select.where(field, 'is', null)
                : select.where(field, '=', slot(field)),
            query.selectFrom(name).select(Object.keys(columns)).forUpdate(),
          ),
        ),
      );
      return {
        fields,
        nullsEqual,
        taken: takenFinder(database, definition, fields),
        findForUpdate: (record) => byValues(nullsEqual ? nullsIn(fields, record) : '')(encode(record)),
      };
    }),
    mayOutgrow: mayOutgrow(engine.rowBounds, definition),
    inserts: inserter(database, definition, kept),
    insertsWithIds: inserter(database, definition, Object.keys(stored)),
    update: (record) => ({ ...update(encode(record)), onlyRow: record.id }),
    ...(definition.writes && { rows: adoptedRows(engine, definition, definition.writes) }),
  };
}

function inserter({ engine, query }: Database, definition: Definition, written: readonly string[]) {
  const { name } = definition;
  const anyRecord = Object.fromEntries(written.map((column) => [column, 0]));
  const valuesOf = valuesEncoder(engine, storedColumns(definition), written);
  const withKeys = keying(definition);
  return forMany(
    (record) => valuesOf(withKeys(record)),
    (count) => query.insertInto(name).values(Array(count).fill(anyRecord)),
  );
}

/** One index lookup for each record: not every engine uses an index for a list of tuples, or for null as a value. */
function takenFinder(
  { engine, query }: Database,
  { name, columns, nullsEqual }: Definition,
  fields: readonly string[],
): UniqueGroup['taken'] {
  const finderFor = knownBy((nulls: string) => {
    const areNull = nulls.split(',');
    const look = (position: number) => {
      const select = query.selectFrom(name).select((e) => e.lit(position).as('position'));
      return fields.reduce(
        (narrowed, field) =>
          areNull.includes(field) ? narrowed.where(field, 'is', null) : narrowed.where(field, '=', 0),
        select,
      );
    };
    const bound = fields.filter((field) => !areNull.includes(field));
    return forMany(valuesEncoder(engine, columns, bound), (count) =>
      Array.from({ length: count }, (_, position) => look(position)).reduce((all, one) => all.unionAll(one)),
    );
  });
  return (records) => {
    const byNulls = Map.groupBy(records.keys(), (index) =>
      nullsEqual.has(fields) ? nullsIn(fields, records[index] ?? {}) : '',
    );
    return [...byNulls].flatMap(([nulls, places]) =>
      finderFor(nulls)(places.map((index) => records[index] ?? {})).map(({ first, ...statement }) => ({
        ...statement,
        places: places.slice(first),
      })),
    );
  };
}

/** The names of the fields that are null. */
function nullsIn(fields: readonly string[], record: Values): string {
  return fields.filter((field) => record[field] === null || record[field] === undefined).join();
}

/** Makes a value for each key once, and keeps it. */
function knownBy<Made>(make: (key: string) => Made): (key: string) => Made {
  const known = new Map<string, Made>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}

/** Makes statements for any number of records; each record adds its values. `build` compiles one for a number of records. */
function forMany(
  valuesOf: (record: Values) => readonly unknown[],
  build: (count: number) => { compile(): Statement },
): (records: readonly Values[]) => StatementOfMany[] {
  const known = new Map<number, string>();
  const sqlFor = (count: number) => {
    const sql = known.get(count) ?? build(count).compile().sql;
    known.set(count, sql);
    return sql;
  };
  return (records) => {
    const statements: StatementOfMany[] = [];
    for (let first = 0; first < records.length; ) {
      const count = powerOfTwo(Math.min(records.length - first, MOST_RECORDS_AT_ONCE));
      const parameters = records.slice(first, first + count).flatMap(valuesOf);
      statements.push({ first, sql: sqlFor(count), parameters });
      first += count;
    }
    return statements;
  };
}

/** The highest power of two that is at most `number`. */
function powerOfTwo(number: number): number {
  return 2 ** Math.floor(Math.log2(number));
}

/** The values of these columns, in their order. */
function valuesEncoder(
  engine: Engine,
  columns: Shape,
  names: readonly string[],
): (record: Values) => unknown[] {
  const each = names.map((name) => [name, columns[name] as Column] as const);
  return (record) => each.map(([name, column]) => encodeValue(engine, column, record[name]));
}

/** What a record is stored as, sort keys included. */
function encoder(engine: Engine, definition: Definition): (record: Values) => Raw {
  const all = Object.entries(storedColumns(definition));
  const withKeys = keying(definition);
  return (record) => {
    const raw: Raw = {};
    const stored = withKeys(record);
    for (const [name, column] of all) raw[name] = encodeValue(engine, column, stored[name]);
    return raw;
  };
}

/** What adds sort keys to the records of a collection, if it has any. */
function keying(definition: Definition): (record: Values) => Values {
  return definition.sortKeys.size === 0 ? (record) => record : (record) => withSortKeys(definition, record);
}

function encodeValue(engine: Engine, column: Column, value: unknown): unknown {
  return value === null || value === undefined ? null : engine.encode(column, value);
}
