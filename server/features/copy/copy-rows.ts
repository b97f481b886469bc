import type { Column } from '../../../contract/column.ts';
import type { Connection, Engine, Raw, Reader } from '../../database/engine.ts';
import { makeQuery } from '../../database/soft-deletion/tables.ts';

/** Of one statement: rows, values, and characters of their texts. */
const MOST_ROWS = 200;
const MOST_VALUES = 30_000;
const MOST_CHARACTERS = 1_000_000;
/** How often a large table tells of its progress. */
const TELL_EVERY = 20_000;

export interface CopiedTable {
  readonly source: { readonly engine: Engine; readonly reader: Reader };
  /** A transaction runs in its connection. */
  readonly target: { readonly engine: Engine; readonly connection: Connection };
  readonly table: string;
  readonly columns: ReadonlyMap<string, Column>;
}

/** Copies the rows of a table in the order of their ids, and returns their number. */
export async function copyRows(
  { source, target, table, columns }: CopiedTable,
  onProgress: (rows: number) => void | Promise<void>,
): Promise<number> {
  const reading = makeQuery(source.engine, []); // without definitions, so with deleted rows
  const writing = makeQuery(target.engine, []);
  const most = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.size));
  const page = reading
    .selectFrom(table)
    .select([...columns.keys()])
    .orderBy('id')
    .limit(most);
  const carry = carrier(source.engine, target.engine, columns);
  let copied = 0;
  for (let last: bigint | undefined; ; ) {
    const query = last === undefined ? page : page.where('id', '>', last);
    const rows = await source.reader.all({ ...query.compile(), enough: MOST_CHARACTERS });
    if (rows.length === 0) return copied;
    for (const some of inParts(rows.map(carry)))
      await target.connection.run(writing.insertInto(table).values(some).compile());
    last = BigInt(rows.at(-1)?.id as bigint | number | string);
    if (Math.floor((copied + rows.length) / TELL_EVERY) > Math.floor(copied / TELL_EVERY))
      await onProgress(copied + rows.length);
    copied += rows.length;
  }
}

/** All rows of a table, deleted ones too. */
export async function countRows(reader: Reader, table: string): Promise<number> {
  const [row] = await reader.all({ sql: `select count(*) as "rows" from "${table}"`, parameters: [] });
  return Number(row?.rows);
}

/** Engines store values alike, but for the form of a boolean, and return whole numbers in forms of their drivers. */
function carrier(source: Engine, target: Engine, columns: ReadonlyMap<string, Column>): (row: Raw) => Raw {
  const carried = (column: Column, value: unknown) => {
    switch (column.type) {
      case 'string':
      case 'text':
      case 'json':
      case 'ids':
        return value;
      case 'boolean':
        return target.encode(column, source.decode(column, value));
      default:
        return BigInt(value as bigint | number | string);
    }
  };
  return (row) =>
    Object.fromEntries(
      [...columns].map(([name, column]) => [name, row[name] == null ? null : carried(column, row[name])]),
    );
}

/** The rows in parts that a statement may hold. */
function* inParts(rows: readonly Raw[]): Generator<Raw[]> {
  let part: Raw[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
    if (characters < MOST_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
