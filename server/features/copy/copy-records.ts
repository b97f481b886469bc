import type { Column } from '../../../contract/column.ts';
import type { Connection, Engine, Raw, Reader } from '../../database/engine.ts';
import { makeQuery } from '../../database/soft-deletion/tables.ts';

/** Of one statement: records, values, and characters of their texts. */
const MOST_RECORDS = 200;
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

/** Copies the records of a table in the order of their ids, and returns their number. */
export async function copyRecords(
  { source, target, table, columns }: CopiedTable,
  onProgress: (records: number) => void | Promise<void>,
): Promise<number> {
  const reading = makeQuery(source.engine, []); // without definitions, so with deleted records
  const writing = makeQuery(target.engine, []);
  const most = Math.min(MOST_RECORDS, Math.floor(MOST_VALUES / columns.size));
  const page = reading
    .selectFrom(table)
    .select([...columns.keys()])
    .orderBy('id')
    .limit(most);
  const carry = carrier(source.engine, target.engine, columns);
  let copied = 0;
  for (let last: bigint | undefined; ; ) {
    const query = last === undefined ? page : page.where('id', '>', last);
    const records = await source.reader.all({ ...query.compile(), enough: MOST_CHARACTERS });
    if (records.length === 0) return copied;
    for (const some of inParts(records.map(carry)))
      await target.connection.run(writing.insertInto(table).values(some).compile());
    last = BigInt(records.at(-1)?.id as bigint | number | string);
    if (Math.floor((copied + records.length) / TELL_EVERY) > Math.floor(copied / TELL_EVERY))
      await onProgress(copied + records.length);
    copied += records.length;
  }
}

/** All records of a table, deleted ones too. */
export async function countRecords(reader: Reader, table: string): Promise<number> {
  const [record] = await reader.all({ sql: `select count(*) as "records" from "${table}"`, parameters: [] });
  return Number(record?.records);
}

/** Engines store values alike, but for the form of a boolean, and return whole numbers in forms of their drivers. */
function carrier(source: Engine, target: Engine, columns: ReadonlyMap<string, Column>): (record: Raw) => Raw {
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
  return (record) =>
    Object.fromEntries(
      [...columns].map(([name, column]) => [
        name,
        record[name] == null ? null : carried(column, record[name]),
      ]),
    );
}

/** The records in parts that a statement may hold. */
function* inParts(records: readonly Raw[]): Generator<Raw[]> {
  let part: Raw[] = [];
  let characters = 0;
  for (const record of records) {
    part.push(record);
    for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length;
    if (characters < MOST_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
