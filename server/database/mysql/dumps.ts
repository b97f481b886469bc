import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { CannotStart } from '../../errors.ts';
import { type Dumps, type ScratchDatabase, scratchName } from '../dumps.ts';
import { findTool, readFrom, writeTo } from '../tools.ts';
import { toolAccess } from './tool-access.ts';

const BRINGER = 'the package of the client programs, such as mariadb-client or mysql-client,';
const DUMPERS = { MariaDB: ['mariadb-dump', 'mysqldump'], MySQL: ['mysqldump', 'mariadb-dump'] } as const;
const CLIENTS = { MariaDB: ['mariadb', 'mysql'], MySQL: ['mysql', 'mariadb'] } as const;
/** Of all tables at one moment, without locks; a row is a statement of its own, so that rows can be counted. */
const DUMP = [
  '--single-transaction',
  '--quick',
  '--skip-lock-tables',
  '--skip-add-locks',
  '--skip-add-drop-table',
  '--skip-extended-insert',
  '--no-autocommit',
  '--no-tablespaces',
  '--skip-triggers',
  '--hex-blob',
  '--default-character-set=utf8mb4',
];
const DENIED = ['ER_DBACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_ERROR'];

/** A dump is what mariadb-dump or mysqldump writes. */
export function mysqlDumps(databaseUrl: string): Dumps {
  return {
    ending: 'sql',
    isCompressed: false,
    dump: (_, keep, signal) =>
      withConnection(databaseUrl, async (connection) => {
        const tool = findTool(DUMPERS[await productOf(connection)], BRINGER);
        const isMysqls = !(await isMariadbs(tool));
        const { args, env, database } = toolAccess(databaseUrl, isMysqls);
        const own = isMysqls ? ['--set-gtid-purged=OFF'] : [];
        const rows = Object.fromEntries((await tablesOf(connection)).map((table) => [table, 0]));
        await readFrom(tool, { args: [...args, ...DUMP, ...own, database], env, signal }, (output) =>
          keep(Readable.from(countInserts(output, rows), { objectMode: false })),
        );
        return { rows };
      }),
    tables: () => withConnection(databaseUrl, tablesOf),
    load: (bytes, _, signal) =>
      withConnection(databaseUrl, async (connection) => {
        const tool = findTool(CLIENTS[await productOf(connection)], BRINGER);
        const { args, env, database } = toolAccess(databaseUrl, !(await isMariadbs(tool)));
        const form = ['--batch', '--binary-mode', '--default-character-set=utf8mb4'];
        await writeTo(tool, { args: [...args, ...form, database], env, signal }, bytes);
      }),
    target: async () => ({ databaseUrl, keep: async () => {}, remove: async () => {} }),
    scratch: () => makeScratch(databaseUrl),
  };
}

async function withConnection<T>(
  databaseUrl: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await createConnection({ uri: databaseUrl, connectTimeout: 5000 });
  try {
    return await work(connection);
  } finally {
    connection.destroy(); // after hours of a dump, the server may have ended it
  }
}

async function tablesOf(connection: Connection): Promise<string[]> {
  const sql = `select table_name as name from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE' order by 1`;
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  return rows.map(({ name }) => String(name));
}

async function productOf(connection: Connection): Promise<'MariaDB' | 'MySQL'> {
  const [rows] = await connection.query<RowDataPacket[]>('select version() as version');
  return /mariadb/i.test(String(rows[0]?.version)) ? 'MariaDB' : 'MySQL';
}

/** Programs of both products go by the same names, and take different options. */
async function isMariadbs(tool: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(tool, ['--version']);
  return /mariadb/i.test(stdout);
}

async function makeScratch(databaseUrl: string): Promise<ScratchDatabase> {
  const name = scratchName(databaseUrl);
  try {
    await withConnection(databaseUrl, (connection) => connection.query(`create database \`${name}\``));
  } catch (cause) {
    if (!DENIED.includes((cause as { code?: string }).code ?? '')) throw cause;
    throw new CannotStart(
      `a trial needs a database of its own, which the user of DATABASE_URL may not create; allowed: a user with the right, given by: grant all on \`quire\\_drill\\_%\`.* to …`,
      { cause },
    );
  }
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    keep: async () => {},
    remove: async () =>
      void (await withConnection(url.href, (connection) =>
        connection.query(`drop database if exists \`${name}\``),
      )),
  };
}

const LINE_END = 10;
/** Longer than the name of any table in its statement. */
const BEGINNING = 100;

/**
 * Passes an SQL dump on and adds its rows to `rows`, by table. Each row is a line: the programs that write dumps escape line
 * ends in texts.
 */
export async function* countInserts(
  dump: AsyncIterable<Buffer>,
  rows: Record<string, number>,
): AsyncGenerator<Buffer> {
  let begun = '';
  for await (const chunk of dump) {
    for (let at = 0; ; ) {
      const end = chunk.indexOf(LINE_END, at);
      const stop = end === -1 ? chunk.length : end;
      begun += chunk.toString('latin1', at, Math.min(stop, at + BEGINNING - begun.length));
      if (end === -1) break;
      const table = /^INSERT INTO `([^`]+)` VALUES/.exec(begun)?.[1];
      if (table !== undefined) rows[table] = (rows[table] ?? 0) + 1;
      begun = '';
      at = end + 1;
    }
    yield chunk;
  }
}
