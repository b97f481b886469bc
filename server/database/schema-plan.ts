import { createHash } from 'node:crypto';
import type { Column } from '../../contract/column.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Engine } from './engine.ts';

/** PostgreSQL would cut a longer name off, and not find it again (its documentation, identifiers). */
const MAX_NAME = 63;

/** What is there: the tables and indexes that the engine shows, and the columns as they were last recorded. */
export interface Present {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly indexes: ReadonlySet<string>;
  readonly recorded: ReadonlyMap<string, Kept>;
}

/** A column as it was last recorded, or shall be. */
export interface Kept {
  readonly column: Column;
  readonly nullable: boolean;
}

/** What it takes to bring the tables in step with the definitions. */
export interface SchemaPlan {
  /** Adds only: nothing that is kept can be lost by these. */
  readonly statements: readonly string[];
  /** Columns as they will be, to be recorded, by `table.column`. */
  readonly columns: ReadonlyMap<string, Kept>;
  /** Changes that could lose data. A start never makes them. */
  readonly dangers: readonly string[];
}

/** Compares definitions with what is there. Pure: it reads nothing and changes nothing. */
export function planSchema(engine: Engine, definitions: readonly Definition[], present: Present): SchemaPlan {
  const statements: string[] = [];
  const dangers: string[] = [];
  const columns = new Map<string, Kept>();
  for (const definition of definitions) {
    const table = present.tables.get(definition.name);
    for (const [name, kept] of keptColumns(definition)) columns.set(`${definition.name}.${name}`, kept);
    if (!table) {
      statements.push(createTable(engine, definition));
    } else {
      statements.push(...missingColumns(engine, definition, table));
      dangers.push(...lostColumns(definition, table), ...requiredWithoutDefault(definition, table));
      const changed = changedColumns(engine, definition, present.recorded);
      statements.push(...changed.statements);
      dangers.push(...changed.dangers);
    }
    statements.push(...missingIndexes(engine, definition, present.indexes));
  }
  return { statements, columns, dangers };
}

function createTable(engine: Engine, { name, columns, fields }: Definition): string {
  const described = Object.entries(columns).map(([column, type]) =>
    column === 'id' ? `"id" ${engine.idColumn}` : describe(engine, column, type, fields[column]),
  );
  return `create table "${name}" (${described.join(', ')})`;
}

/** Which values a field may hold is the field's to say: a bound in the table could not be loosened on every engine. */
function describe(
  engine: Engine,
  name: string,
  column: Column,
  field: Definition['fields'][string] | undefined,
): string {
  const standing = field?.initial ?? (name === 'is_deleted' ? false : null);
  const initial = standing === null ? undefined : literal(engine.encode(column, standing));
  return `"${name}" ${engine.columnType(column, initial)}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function missingColumns(
  engine: Engine,
  { name, columns, fields }: Definition,
  table: ReadonlySet<string>,
): string[] {
  const missing = Object.entries(columns).filter(([column]) => !table.has(column));
  return missing.map(
    ([column, type]) => `alter table "${name}" add column ${describe(engine, column, type, fields[column])}`,
  );
}

function requiredWithoutDefault({ name, fields }: Definition, table: ReadonlySet<string>): string[] {
  const missing = Object.entries(fields).filter(
    ([column, field]) => !table.has(column) && !field.nullable && field.initial === null,
  );
  return missing.map(
    ([column]) =>
      `${name}.${column} is new and holds no null, but the rows that are there have no value: give it a default`,
  );
}

function lostColumns({ name, columns }: Definition, table: ReadonlySet<string>): string[] {
  return [...table]
    .filter((column) => !(column in columns))
    .map(
      (column) =>
        `${name}.${column} is in the table but no longer in the definition: dropping it would lose its values`,
    );
}

function changedColumns(engine: Engine, definition: Definition, recorded: ReadonlyMap<string, Kept>) {
  const statements: string[] = [];
  const dangers: string[] = [];
  for (const [name, wanted] of keptColumns(definition)) {
    const place = `${definition.name}.${name}`;
    const before = recorded.get(place);
    if (!before) continue;
    if (before.nullable && !wanted.nullable)
      dangers.push(`${place} may not be null any more, but rows that are there may hold null`);
    if (sameColumn(before.column, wanted.column)) continue;
    if (isWider(before.column, wanted.column))
      statements.push(
        ...engine.widenColumn(
          definition.name,
          describe(engine, name, wanted.column, definition.fields[name]),
        ),
      );
    else
      dangers.push(
        `${place} is ${describeType(before.column)} in the table but ${describeType(wanted.column)} in the definition`,
      );
  }
  return { statements, dangers };
}

function keptColumns({ columns, fields }: Definition): [string, Kept][] {
  return Object.entries(columns).map(([name, column]) => [
    name,
    { column, nullable: fields[name]?.nullable ?? false },
  ]);
}

function isWider(before: Column, wanted: Column): boolean {
  if (before.type === 'string')
    return wanted.type === 'text' || (wanted.type === 'string' && wanted.length > before.length);
  return before.type === 'integer' && wanted.type === 'bigint';
}

function sameColumn(one: Column, other: Column): boolean {
  return describeType(one) === describeType(other);
}

function describeType({ type, ...bounds }: Column): string {
  return [type, ...Object.values(bounds)].join(' ');
}

function missingIndexes(engine: Engine, definition: Definition, present: ReadonlySet<string>): string[] {
  const { name: table, audit, unique, indexes } = definition;
  const wanted = [
    ...unique.map((columns) => ({ columns, unique: true })),
    ...indexes.map((columns) => ({ columns, unique: false })),
  ].map((index) => ({
    ...index,
    table,
    visibleOnly: audit === 'full' && !index.columns.includes('delete_time'), // which serves the trash
    name: indexName(table, index.columns, index.unique),
  }));
  return wanted.filter((index) => !present.has(index.name)).map((index) => engine.createIndex(index));
}

function indexName(table: string, columns: readonly string[], unique: boolean): string {
  const name = [table, ...columns, unique ? 'key' : 'index'].join('.'); // no name may hold a point, so no two are alike
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME - 17)}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}
