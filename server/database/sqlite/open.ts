import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type Dialect,
  DummyDriver,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { makeFolderSync } from '../../shared/system/folders.ts';
import { likeAndGlob } from '../any-case.ts';
import type { Engine, Exclusive } from '../engine.ts';
import { decode, encode } from '../values.ts';
import { OwnCommits, Version } from '../versions/version.ts';
import { CommitChanges } from './commit-changes.ts';
import { CommitQueue, isLocked, LogFile, makeIsInPlace } from './commit-queue.ts';
import { SqliteConnection, TurnSnapshot } from './connection.ts';
import { LongReads } from './long-reads.ts';
import { openReader } from './reader.ts';
import { schemaSql } from './schema-sql.ts';
import { searchSql } from './search-sql.ts';
import { stampSql } from './stamp-sql.ts';
import { tryOut } from './trial.ts';
import { trigrams } from './trigrams.ts';
import { gatherStatistics, releaseSpace } from './upkeep.ts';
import { lacks, violationOf } from './violations.ts';

/**
 * Opens the embedded engine on a file: one writing connection behind a queue, one reading connection beside it, and
 * processes of their own for long reads.
 */
export function openSqlite(file: string, longReadsMs = 30_000): Engine {
  const { writer, reader } = openConnections(file);
  const snapshot = new TurnSnapshot(reader);
  const changes = new CommitChanges(writer);
  const ownCommits = new OwnCommits();
  const logFile = new LogFile(file);
  const commits = new CommitQueue({
    database: writer,
    connection: new SqliteConnection(writer, { changes }),
    onCommit() {
      snapshot.close();
      ownCommits.add(changes.take());
    },
    isInPlace: makeIsInPlace(file),
    flush: () => logFile.flush(),
  });
  const longReads = new LongReads(file, longReadsMs);
  const askForeign = makeAskForeign(writer);
  return {
    ...schemaSql,
    name: 'SQLite',
    dialect,
    reads: new SqliteConnection(reader, { snapshot }),
    longReads,
    transaction: (work) => commits.add(work),
    tryOut: (work) => tryOut(writer, (slice) => commits.add(slice), work),
    alone: (work) => alone(commits, work),
    isSerial: true,
    skipsInDistinct: false,
    streamsText: true,
    version: () => {
      snapshot.close(); // reads at this version must not see an earlier state
      const foreign = askForeign();
      return foreign === undefined ? undefined : new Version(foreign, ownCommits);
    },
    encode,
    decode,
    rowBounds: { columns: 2000 }, // sqlite.org/limits.html
    violationOf,
    lacks,
    isRowTooLarge: (error) => /string or blob too big/.test(String(error)),
    updatesFrom: true,
    wholeNumbers: { type: 'integer', divided: '/' },
    fraction: 'real',
    findText: 'instr',
    endOfText: ['substr(', ', -', ')'],
    listed: { number: LISTED, text: LISTED },
    anyCase: likeAndGlob,
    search: searchSql,
    stamps: stampSql,
    trigrams,
    sum,
    pools: () => [longReads.state, commits.state],
    planOf: (sql) => planOf(reader, sql),
    releaseSpace: (signal) => releaseSpace(file, signal),
    gatherStatistics: () => gatherStatistics(file, longReads),
    classifyError: (error) => (isDuplicate(error) ? 'duplicate' : undefined),
    async close() {
      await commits.end();
      await logFile.close();
      longReads.end();
      snapshot.close();
      reader.close();
      writer.close();
    },
  };
}

/** One transaction of all processes runs at a time, so all of these are one. */
function alone<T>(commits: CommitQueue, work: (exclusive: Exclusive) => Promise<T>): Promise<T> {
  return commits.add(
    (connection) =>
      work({
        transaction: (part) => part(connection),
        command: async (sql) => void (await connection.run({ sql, parameters: [] })),
      }),
    true,
  );
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('UNIQUE constraint failed');
}

/** The steps of a statement (sqlite.org/eqp.html). Its parameters are unbound. */
function planOf(reader: DatabaseSync, sql: string): string {
  const steps = reader.prepare(`explain query plan ${sql}`).all();
  return steps.map(({ detail }) => String(detail)).join('; ');
}

/**
 * A number that changes with every commit of another connection, and so of every other process
 * (sqlite.org/pragma.html#pragma_data_version). Undefined while another process repairs the log.
 */
function makeAskForeign(writer: DatabaseSync): () => number | undefined {
  const dataVersion = writer.prepare('pragma data_version');
  dataVersion.setReturnArrays(true);
  return () => {
    try {
      const row: unknown = dataVersion.get(); // an array, which the types do not say
      return (row as [number])[0];
    } catch (cause) {
      if (isLocked(cause)) return undefined;
      throw cause;
    }
  };
}

function openConnections(file: string) {
  makeFolderSync(dirname(file));
  // The file holds password hashes, so only its owner may read it. SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const writer = new DatabaseSync(file, { timeout: 5000 });
  // A new file can shrink in steps. Only before the log exists is a file new; any other keeps its form.
  writer.exec('pragma auto_vacuum = incremental');
  // A commit writes only to the log; the commit queue flushes that to disk (sqlite.org/pragma.html#pragma_synchronous).
  writer.exec('pragma journal_mode = wal; pragma synchronous = normal');
  // The commit queue waits for other processes' locks; the engine's own waiting would block the event loop.
  writer.exec('pragma busy_timeout = 0');
  return { writer, reader: openReader(file) };
}

/** Rows need no locks where one transaction runs at a time. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node);
  }
}

const LISTED = ['select value from json_each(', ')'] as const;

const dialect: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (query) => new SqliteIntrospector(query),
  createQueryCompiler: () => new QueryCompiler(),
};

/** SQLite's own sum fails beyond 64 bits, so the upper and the lower 32 bits are summed separately. */
const sum: Engine['sum'] = {
  sql: (column) => `sum("${column}" >> 32) || ' ' || sum("${column}" & 4294967295)`,
  read(raw) {
    const [upper = '0', lower = '0'] = String(raw).split(' ');
    return (BigInt(upper) << 32n) + BigInt(lower);
  },
};
