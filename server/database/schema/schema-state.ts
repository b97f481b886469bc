import type { Column } from '../../../contract/column.ts';
import type { Definition, Policy } from '../../definitions/for-server.ts';
import type { Connection, Engine, PresentIndex, Reader } from '../engine.ts';
import { literal } from '../values.ts';

/** What `quire_schema` says of a column. The form is stored as JSON, so its keys are part of every database. */
export interface RecordedColumn {
  readonly column: Column;
  readonly nullable: boolean;
  /** The rule that its values have passed; missing in databases of versions that recorded none. */
  readonly policy?: Policy | undefined;
  /** The generation of the table in which the column became so; 0 if missing. */
  readonly since?: number | undefined;
  /** Its types in earlier generations. */
  readonly was?: readonly { readonly column: Column; readonly since?: number | undefined }[];
  /** The language of a localised field's values, if the column's name does not contain it. */
  readonly locale?: string | undefined;
  /** Which values all rows held when they were last looked at; missing in databases of versions that recorded none. */
  readonly rule?: string | undefined;
  /** The collections that its ids refer to, by their paths inside the field's values. */
  readonly targets?: Readonly<Record<string, string>> | undefined;
  /** The language of the sort keys that all rows have; missing until they have them. */
  readonly collation?: string | undefined;
  /** The version of the data about languages that these were made with. */
  readonly data?: string | undefined;
  /** An interrupted migration may have left the column's earlier, wider bound. */
  readonly unfinished?: true;
}

/** The schema as it is now: tables and indexes as the engine reports them, and columns as they were recorded. */
export interface SchemaState {
  /** The columns of each table. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly indexes: readonly PresentIndex[];
  /** By `table.column`. */
  readonly recorded: ReadonlyMap<string, RecordedColumn>;
  /** Columns that are recorded but do not exist: an interruption left them, and they are ignored. */
  readonly stale: readonly string[];
  /** Empty tables under a collection's former name, where the table of its new name exists. */
  readonly emptyFormerTables: ReadonlySet<string>;
}

const RECORDED = 'quire_schema';

/**
 * Creates the table that records the columns' types. The engines' own catalogues do not suffice: SQLite, for one, reports a
 * decimal and a time as integers.
 */
export async function createRecordedTable(connection: Connection): Promise<void> {
  const columns = '"place" varchar(100) primary key, "kind" text not null';
  await connection.run({ sql: `create table if not exists "${RECORDED}" (${columns})`, parameters: [] });
}

/** Reads the state. A column is recorded before it is created, so an existing column without a record is not Quire's. */
export async function readSchemaState(
  engine: Engine,
  reader: Reader,
  definitions: readonly Definition[],
): Promise<SchemaState> {
  const all = (sql: string) => reader.all({ sql, parameters: [] });
  const byTable = Map.groupBy(await all(engine.presentColumns), ({ table }) => table as string);
  const tables = new Map(
    [...byTable].map(([table, rows]) => [table, new Set(rows.map(({ column }) => column as string))]),
  );
  const emptyFormerTables = new Set<string>();
  for (const { name, renamedFrom } of definitions) {
    for (const former of tables.has(name) ? renamedFrom : [])
      if (tables.has(former) && (await all(`select "id" from "${former}" limit 1`)).length === 0)
        emptyFormerTables.add(former);
  }
  const recorded = new Map<string, RecordedColumn>();
  const stale: string[] = [];
  for (const { place, kind } of tables.has(RECORDED) ? await all(`select * from "${RECORDED}"`) : []) {
    const [table = '', ...column] = (place as string).split('.');
    if (tables.get(table)?.has(column.join('.'))) recorded.set(place as string, JSON.parse(kind as string));
    else stale.push(place as string);
  }
  const indexes = (await all(engine.presentIndexes)).map(({ table, name, form }) => ({
    table: table as string,
    name: name as string,
    form: form as PresentIndex['form'],
  }));
  return { tables, indexes, recorded, stale, emptyFormerTables };
}

/** Records columns by `table.column`; undefined deletes a record. */
export async function recordColumns(
  connection: Connection,
  columns: ReadonlyMap<string, RecordedColumn | undefined>,
): Promise<void> {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  const rows: string[] = [];
  for (const [path, recorded] of columns)
    if (recorded) rows.push(`('${path}', ${literal(JSON.stringify(recorded))})`);
  if (columns.size > 0)
    await run(`delete from "${RECORDED}" where "place" in ('${[...columns.keys()].join("', '")}')`);
  if (rows.length > 0) await run(`insert into "${RECORDED}" ("place", "kind") values ${rows.join(', ')}`);
}

/** Deletes what is recorded of the rule that a column's values have passed. */
export async function forgetRule(connection: Connection, path: string): Promise<void> {
  const [found] = await connection.all({
    sql: `select "kind" from "${RECORDED}" where "place" = ${literal(path)}`,
    parameters: [],
  });
  if (!found) return;
  const { rule: _, policy: __, ...recorded } = JSON.parse(found.kind as string) as RecordedColumn;
  await recordColumns(connection, new Map([[path, recorded]]));
}
