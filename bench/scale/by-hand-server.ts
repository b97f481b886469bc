// The baseline: a server that runs the statements it is sent, after it has read the session, and answers the rows of the last
// one as JSON. It checks nothing.
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';

const { DATABASE_URL = '', SESSION_ID = '', PORT } = process.env;
const SESSION = `select s.id, u.id as user_id, u.username, u.active from quire_session s
  inner join quire_user u on u.id = s.user_id and u.is_deleted = false where s.id = '${SESSION_ID}'`;

type Run = (statements: readonly string[]) => Promise<unknown>;

const run = await openRun();
createServer(async (request, response) => {
  const statements: string[] = request.method === 'POST' ? JSON.parse(await text(request)) : [];
  const rows = await run([SESSION, ...statements]);
  const body = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}).listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

function openRun(): Promise<Run> {
  if (DATABASE_URL.startsWith('postgres')) return openPostgres();
  return DATABASE_URL.startsWith('file:') ? openSqlite() : openMysql();
}

async function openSqlite(): Promise<Run> {
  const database = new DatabaseSync(DATABASE_URL.slice('file:'.length), { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma mmap_size = 1073741824');
  const writes = (sql: string) => !/^(select|with)/.test(sql);
  return async (statements) => {
    const isWrite = statements.some(writes);
    database.exec(isWrite ? 'begin immediate' : 'begin');
    let rows: unknown;
    for (const sql of statements) rows = database.prepare(sql).all();
    database.exec('commit');
    return rows;
  };
}

async function openPostgres(): Promise<Run> {
  const { Pool } = await import('pg');
  const client = await new Pool({ connectionString: DATABASE_URL }).connect();
  return inTransaction(async (sql) => (await client.query(sql)).rows);
}

async function openMysql(): Promise<Run> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ uri: DATABASE_URL, supportBigNumbers: true });
  await connection.query(`set session sql_mode = 'ANSI_QUOTES'`);
  return inTransaction(async (sql) => (await connection.query(sql))[0]);
}

/** Reads need no transaction on a database server. */
function inTransaction(ask: (sql: string) => Promise<unknown>): Run {
  return async (statements) => {
    const isWrite = statements.some((sql) => !/^(select|with)/.test(sql));
    if (isWrite) await ask('begin');
    let rows: unknown;
    for (const sql of statements) rows = await ask(sql);
    if (isWrite) await ask('commit');
    return rows;
  };
}
