import { connect } from '../../database/database.ts';
import type { Address, Connection, Engine, Exclusive, Reader } from '../../database/engine.ts';
import { updateSchema } from '../../database/schema/at-start.ts';
import { describeColumn } from '../../database/schema/columns.ts';
import { type RecordedColumn, readSchemaState, recordColumns } from '../../database/schema/schema-state.ts';
import { CannotStart } from '../../errors.ts';
import { ChangeOrder, searched } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { type CopiedTable, copyRecords, countRecords } from './copy-records.ts';
import { placesOfChanges } from './places-of-changes.ts';

/** What a database says of its full text indexes. Another engine builds its own, at its first start. */
const LEFT_OUT: ReadonlySet<string> = new Set([searched.name]);

/** Called and awaited after each table, and now and then during a large one. */
export type OnTable = (table: string, records: number, isDone: boolean) => void | Promise<void>;

/** Tables with their columns. */
type Columns = ReadonlyMap<string, ReadonlyMap<string, RecordedColumn>>;

/**
 * Copies a database to an empty one of any engine: all records with their ids, those in the trash, histories, the log and the values
 * of former fields and collections too. Ids that were given away are not given again. Returns the number of records. Throws CannotStart
 * if the target has records, or if the source changed meanwhile. A copy that fails adds no record.
 */
export async function copyDatabase(
  { database, catalogue }: Pick<RecordStore, 'database' | 'catalogue'>,
  address: Address,
  onTable: OnTable,
): Promise<number> {
  const source = database.engine;
  await new ChangeOrder(database).assign();
  const { engine, close } = await connect(address, catalogue);
  const columnsOf = async (one: Engine, reader: Reader) =>
    byTable((await readSchemaState(one, reader, catalogue.all)).recorded);
  try {
    return await engine.alone(async (exclusive) => {
      await exclusive.transaction(async (to) => requireEmpty(engine.name, to, await columnsOf(engine, to)));
      await updateSchema(engine, catalogue, exclusive);
      return readingFrom(source, async (from) => {
        const tables = await columnsOf(source, from);
        await exclusive.transaction(async (to) =>
          takeOverColumns(engine, to, tables, await columnsOf(engine, to)),
        );
        await continueIds({ engine: source, from }, { engine, exclusive }, tables);
        return exclusive.transaction((to) =>
          copyTables({ engine: source, reader: from }, { engine, connection: to }, tables, onTable),
        );
      });
    });
  } finally {
    await close();
  }
}

/** Where a transaction keeps all writers out, the source is read in one. Elsewhere it would only wait for the copy's writes. */
function readingFrom<T>(source: Engine, read: (from: Reader) => Promise<T>): Promise<T> {
  return source.isSerial ? source.transaction(read) : read(source.reads);
}

function byTable(recorded: ReadonlyMap<string, RecordedColumn>): Columns {
  const tables = new Map<string, Map<string, RecordedColumn>>();
  for (const [path, column] of recorded) {
    const [table = '', ...name] = path.split('.');
    if (LEFT_OUT.has(table)) continue;
    const columns = tables.get(table) ?? new Map();
    tables.set(table, columns.set(name.join('.'), column));
  }
  return tables;
}

async function requireEmpty(name: string, to: Connection, tables: Columns): Promise<void> {
  for (const table of tables.keys())
    if ((await countRecords(to, table)) > 0)
      throw new CannotStart(
        `${name} has records in ${table} already; allowed: a new database, without any records`,
      );
}

/**
 * Adds the tables and columns that no definition asks for any more: they hold what `quire migrate --recover` brings back. Takes
 * over what is recorded of all columns, by which servers of earlier definitions can still start.
 */
async function takeOverColumns(
  engine: Engine,
  to: Connection,
  tables: Columns,
  present: Columns,
): Promise<void> {
  for (const [table, columns] of tables) {
    const there = present.get(table);
    await recordColumns(to, new Map([...columns].map(([name, column]) => [`${table}.${name}`, column])));
    const added = [...columns].filter(([name]) => !there?.has(name));
    const described = added.map(([name, { column }]) => describeColumn(engine, name, column));
    const statements = there
      ? described.map((one) => `alter table "${table}" add column ${one}`)
      : [`create table "${table}" (${described.join(', ')})`];
    for (const sql of statements) await to.run({ sql, parameters: [] });
  }
}

/** Lets each table go on with the ids of the source, so that none is given again whose record was purged. */
async function continueIds(
  { engine, from }: { engine: Engine; from: Reader },
  to: { engine: Engine; exclusive: Exclusive },
  tables: Columns,
): Promise<void> {
  const { nextId } = engine;
  for (const table of tables.keys()) {
    const [record] = await from.all({ sql: nextId.sql(table), parameters: [] });
    const next = nextId.read(record);
    await to.exclusive.transaction(async (connection) => {
      for (const sql of to.engine.nextId.set(table, next)) await connection.run({ sql, parameters: [] });
    });
  }
}

async function copyTables(
  source: CopiedTable['source'],
  target: CopiedTable['target'],
  tables: Columns,
  onTable: OnTable,
): Promise<number> {
  const copied = new Map<string, number>();
  for (const [table, recorded] of tables) {
    const columns = new Map(Array.from(recorded, ([name, { column }]) => [name, column] as const));
    const records = await copyRecords({ source, target, table, columns }, (so) => onTable(table, so, false));
    copied.set(table, records);
    await onTable(table, records, true);
  }
  // Every change of content adds records, to the log at least.
  for (const [table, records] of copied)
    if ((await countRecords(source.reader, table)) !== records)
      throw new CannotStart(`${table} changed while it was copied; stop all servers of the source first`);
  await placesOfChanges(source, target);
  return [...copied.values()].reduce((sum, records) => sum + records, 0);
}
