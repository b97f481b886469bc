import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type SourceEngine, SourceProblem, type SourceRecord, spread, WrongArgument } from './engine.ts';
import { textOf } from './text-of.ts';

/** An SQLite file, the default of lin-cms-flask. Its times are of the machine that wrote them: by default, of this one. */
export function openSqlite(file: string): SourceEngine {
  if (!existsSync(file)) throw new WrongArgument(`The source '${file}' does not exist`);
  const database = openFile(file);
  const records = async (sql: string, values: readonly unknown[]) => {
    const written = spread(sql, values, () => '?');
    const statement = database.prepare(written.sql);
    statement.setReadBigInts(true);
    return statement.all(...(written.values as SQLInputValue[])).map(asTexts); // texts and integers, which SQLite keeps apart
  };
  return {
    name: basename(file, extname(file)),
    clock: Temporal.Now.zonedDateTimeISO().offset,
    columns: () =>
      records(
        `select t.name as t, c.name as c from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`,
        [],
      ),
    records,
    isSet: (column) => `${column} <> 0`,
    close: async () => database.close(),
  };
}

function openFile(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    database.exec('begin');
    database.prepare('select count(*) from sqlite_schema').get(); // takes the snapshot, and finds out whether it is a database
    return database;
  } catch (cause) {
    throw new SourceProblem(`The source cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

function asTexts(record: Readonly<Record<string, unknown>>): SourceRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (value instanceof Uint8Array) return [name, textOf(value, name)];
      return [name, value === null ? null : String(value)];
    }),
  );
}
