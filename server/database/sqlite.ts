import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  DummyDriver,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Column } from '../../contract/column.ts';
import type { Engine } from './engine.ts';
import { partialIndex } from './partial-index.ts';
import { CommitQueue } from './sqlite-commits.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { LongReads } from './sqlite-long-reads.ts';
import { decode, encode, literal } from './values.ts';

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
  const transaction: Engine['transaction'] = (work) => commits.add(work);
  return {
    name: 'SQLite',
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (query) => new SqliteIntrospector(query),
      createQueryCompiler: () => new QueryCompiler(),
    },
    reads: new SqliteConnection(reader),
    longReads,
    transaction,
    // One transaction runs at a time, of all processes; so a turn is one, and all of it is done or nothing.
    alone: (work) =>
      transaction((connection) =>
        work({
          transaction: (part) => part(connection),
          command: async (sql) => void (await connection.run({ sql, parameters: [] })),
        }),
      ),
    // The reader never writes, so this moves with every commit of this process and of any other.
    version: () => (dataVersion.get() as unknown as [number])[0],
    columnType: (column, initial) =>
      typeOf(column) + (initial === undefined ? '' : ` default ${literal(initial)}`),
    copiesToAdd: () => false,
    encode,
    decode,
    findText: 'instr',
    sum,
    idColumn: 'integer primary key autoincrement',
    createIndex: (index) => [
      partialIndex(
        index,
        index.columns.map((column) => `"${column}"`),
      ),
    ],
    dropIndex: ({ name }) => [`drop index "${name}"`],
    indexesApart: false,
    boundColumn: () => [], // SQLite bounds no column by itself
    locks,
    presentColumns: `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
    presentIndexes: `select tbl_name as "table", name, 'plain' as form from sqlite_master where type = 'index'`,
    troubleOf: (error) =>
      error instanceof Error && error.message.startsWith('UNIQUE constraint failed')
        ? 'duplicate'
        : undefined,
    async close() {
      await commits.end();
      await longReads.end();
      reader.close();
      writer.close();
    },
  };
}

/** All changes are one transaction, and only one transaction writes. */
const lock = 'writers wait for the whole migration, readers do not';
const locks: Engine['locks'] = { none: lock, moment: lock, rows: lock, copy: lock, index: lock };

/** Rows need not be locked where one transaction runs at a time. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node);
  }
}

function typeOf(column: Column): string {
  switch (column.type) {
    case 'string':
      return `varchar(${column.length})`;
    case 'text':
    case 'json':
    case 'ids':
      return 'text';
    default:
      return 'integer'; // 64 bits
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
