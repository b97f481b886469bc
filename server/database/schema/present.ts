import type { Column } from '../../../contract/column.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Connection, Engine, PresentIndex, Reader } from '../engine.ts';

/** A column as it was last recorded, or shall be. */
export interface Kept {
  readonly column: Column;
  readonly nullable: boolean;
  /** The generation of the table that made it so; the first one unless told. */
  readonly since?: number | undefined;
  /** What it was in earlier generations. */
  readonly was?: readonly { readonly column: Column; readonly since?: number | undefined }[];
  /** The column may still have its earlier, wider bound. */
  readonly unfinished?: true;
}

/** What is there: tables and indexes as the engine shows them, and columns, by `table.column`, as they were recorded. */
export interface Present {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly indexes: readonly PresentIndex[];
  readonly recorded: ReadonlyMap<string, Kept>;
  /** What is recorded of columns that are not there: left by what was interrupted, it does not count. */
  readonly stale: readonly string[];
  /** Tables without rows that bear the old name of a record whose table is there. */
  readonly left: ReadonlySet<string>;
}

const RECORD = 'quire_schema';

/**
 * Makes the table in which the columns' kinds are recorded. Engines do not tell enough to compare with: to SQLite a decimal
 * and a time are integers.
 */
export async function makeRecord(connection: Connection): Promise<void> {
  const columns = '"place" varchar(100) primary key, "kind" text not null';
  await connection.run({ sql: `create table if not exists "${RECORD}" (${columns})`, parameters: [] });
}

/** Reads what is there. A column is recorded before it is made, so one that is there and not recorded is not ours. */
export async function readPresent(
  engine: Engine,
  reader: Reader,
  definitions: readonly Definition[],
): Promise<Present> {
  const all = (sql: string) => reader.all({ sql, parameters: [] });
  const columns = Map.groupBy(await all(engine.presentColumns), ({ table }) => table as string);
  const tables = new Map(
    [...columns].map(([table, rows]) => [table, new Set(rows.map(({ column }) => column as string))]),
  );
  const left: string[] = [];
  for (const { name, renamedFrom } of definitions) {
    for (const old of tables.has(name) ? renamedFrom : [])
      if (tables.has(old) && (await all(`select "id" from "${old}" limit 1`)).length === 0) left.push(old);
  }
  const kinds = tables.has(RECORD) ? await all(`select "place", "kind" from "${RECORD}"`) : [];
  const isThere = (place: string) => {
    const [table = '', ...column] = place.split('.');
    return tables.get(table)?.has(column.join('.')) === true;
  };
  const recorded = kinds.map(
    ({ place, kind }) => [place as string, JSON.parse(kind as string) as Kept] as const,
  );
  return {
    tables,
    indexes: (await all(engine.presentIndexes)) as unknown as PresentIndex[],
    recorded: new Map(recorded.filter(([place]) => isThere(place))),
    left: new Set(left),
    stale: recorded.flatMap(([place]) => (isThere(place) ? [] : place)),
  };
}

/** Records how columns, by `table.column`, are kept, or that nothing is known of them any more. */
export async function record(
  connection: Connection,
  columns: ReadonlyMap<string, Kept | undefined>,
): Promise<void> {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  const rows = [...columns].flatMap(([place, kept]) =>
    kept ? `('${place}', '${JSON.stringify(kept)}')` : [],
  );
  if (columns.size > 0)
    await run(`delete from "${RECORD}" where "place" in ('${[...columns.keys()].join("', '")}')`);
  if (rows.length > 0) await run(`insert into "${RECORD}" ("place", "kind") values ${rows.join(', ')}`);
}
