import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Column } from '../../contract/column.ts';
import { withPoint } from '../definitions/with-point.ts';
import { fromJson, toJson } from '../json.ts';
import type { BrokenConstraint, Connection, Engine } from './engine.ts';
import { toIds } from './ids.ts';
import { CommitQueue } from './sqlite-commits.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { LongReads } from './sqlite-long-reads.ts';

/** The embedded engine: one file, one writing connection behind a queue, one reading connection beside it, and one for long reads on a thread of its own. */
export function openSqlite(file: string): Engine {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600)); // holds password hashes: readable by its owner alone, and so are the files beside it
  const writer = new DatabaseSync(file, { timeout: 5000 });
  // A commit is answered only when it is on disk: WAL with synchronous=FULL (sqlite.org/pragma.html#pragma_synchronous).
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0');
  // Waiting for another process's lock is the commit queue's work: the engine's own waiting would hold up the event loop.
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const commits = new CommitQueue(writer, new SqliteConnection(writer));
  const longReads = new LongReads(file);
  const dataVersion = reader.prepare('pragma data_version');
  dataVersion.setReturnArrays(true);
  return {
    name: 'SQLite',
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (query) => new SqliteIntrospector(query),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    reads: new SqliteConnection(reader),
    longReads,
    transaction: (work) => commits.add(work),
    // The reader never writes, so this moves with every commit of this process and of any other.
    version: () => (dataVersion.get() as unknown as [number])[0],
    columnType,
    encode,
    decode,
    findText: 'instr',
    sum,
    idColumn: 'integer primary key autoincrement',
    createIndex: ({ name, table, columns, unique, visibleOnly }) =>
      `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${columns.map((column) => `"${column}"`).join(', ')})` +
      (visibleOnly ? ' where "is_deleted" = false' : ''),
    widenColumn: () => [], // SQLite bounds no column by itself
    present,
    brokenConstraint,
    async close() {
      await commits.end();
      await longReads.end();
      reader.close();
      writer.close();
    },
  };
}

function encode(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'decimal':
      return BigInt(String(value).replace('.', ''));
    case 'json':
    case 'ids':
      return toJson(value);
    default:
      return value;
  }
}

function columnType(column: Column): string {
  switch (column.type) {
    case 'string':
      return `varchar(${column.length})`;
    case 'text':
    case 'json':
    case 'ids':
      return 'text';
    default:
      return 'integer'; // 64 bits; a decimal is kept as a whole number of its smallest unit, so it sorts and adds exactly
  }
}

function decode(column: Column, raw: unknown): unknown {
  switch (column.type) {
    case 'boolean':
      return raw === 1n;
    case 'integer':
    case 'time':
      return Number(raw);
    case 'decimal':
      return withPoint(raw as bigint, column.scale);
    case 'json':
      return fromJson(raw as string);
    case 'ids':
      return toIds(raw as string);
    default:
      return raw;
  }
}

/** The engine's own sum has 64 bits and fails beyond: the upper and the lower 32 are added up apart. */
const sum: Engine['sum'] = {
  sql: (column) => `sum("${column}" >> 32) || ' ' || sum("${column}" & 4294967295)`,
  read(raw) {
    const [upper = '0', lower = '0'] = String(raw).split(' ');
    return (BigInt(upper) << 32n) + BigInt(lower);
  },
};

async function present(connection: Connection) {
  const columns = await connection.all({
    sql: `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
    parameters: [],
  });
  const indexes = await connection.all({
    sql: `select name from sqlite_master where type = 'index'`,
    parameters: [],
  });
  const byTable = Map.groupBy(columns, (row) => row.table as string);
  return {
    tables: new Map(
      [...byTable].map(([table, rows]) => [table, new Set(rows.map((row) => row.column as string))]),
    ),
    indexes: new Set(indexes.map((row) => row.name as string)),
  };
}

function brokenConstraint(error: unknown): BrokenConstraint | undefined {
  const match = error instanceof Error && /^UNIQUE constraint failed: (.+)$/.exec(error.message);
  if (!match) return undefined;
  const places = (match[1] ?? '').split(', ').map((place) => place.split('.'));
  return { kind: 'unique', table: places[0]?.[0] ?? '', columns: places.map(([, column]) => column ?? '') };
}
