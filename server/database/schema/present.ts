import type { Column } from '../../../contract/column.ts';
import type { Connection, Engine, PresentIndex, Reader } from '../engine.ts';

/** A column as it was last recorded, or shall be. */
export interface Kept {
  readonly column: Column;
  readonly nullable: boolean;
  /** The column may still have its earlier, wider bound. */
  readonly unfinished?: true;
}

/** What is there: tables and indexes as the engine shows them, and columns, by `table.column`, as they were recorded. */
export interface Present {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly indexes: readonly PresentIndex[];
  readonly recorded: ReadonlyMap<string, Kept>;
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

/** Reads what is there. What is recorded of a column that is not there does not count: it is recorded before it is made. */
export async function readPresent(engine: Engine, reader: Reader): Promise<Present> {
  const all = (sql: string) => reader.all({ sql, parameters: [] });
  const columns = Map.groupBy(await all(engine.presentColumns), ({ table }) => table as string);
  const tables = new Map(
    [...columns].map(([table, rows]) => [table, new Set(rows.map(({ column }) => column as string))]),
  );
  const kinds = tables.has(RECORD) ? await all(`select "place", "kind" from "${RECORD}"`) : [];
  const recorded = kinds.filter(({ place }) => {
    const [table = '', ...column] = (place as string).split('.');
    return tables.get(table)?.has(column.join('.'));
  });
  return {
    tables,
    indexes: (await all(engine.presentIndexes)) as unknown as PresentIndex[],
    recorded: new Map(
      recorded.map(({ place, kind }) => [place as string, JSON.parse(kind as string) as Kept]),
    ),
  };
}

/** Records how a column is kept, or that nothing is known of it any more. */
export async function record(connection: Connection, place: string, kept: Kept | undefined): Promise<void> {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  await run(`delete from "${RECORD}" where "place" = '${place}'`);
  if (kept)
    await run(`insert into "${RECORD}" ("place", "kind") values ('${place}', '${JSON.stringify(kept)}')`);
}
