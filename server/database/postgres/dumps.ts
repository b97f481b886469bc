import { Client, DatabaseError } from 'pg';
import { CannotStart } from '../../errors.ts';
import { type Dumps, type ScratchDatabase, scratchName } from '../dumps.ts';
import { findTool, readFrom, writeTo } from '../tools.ts';
import { Hosts } from './hosts.ts';
import { STAMP } from './stamp-sql.ts';
import { toolAccess } from './tool-access.ts';

const BRINGER = 'the package of PostgreSQL’s client programs, such as postgresql-client,';
const TABLES = 'select tablename as "table" from pg_tables where schemaname = current_schema() order by 1';
const INSUFFICIENT_PRIVILEGE = '42501';

/** A dump is what pg_dump writes in its own format. */
export function postgresDumps(databaseUrl: string): Dumps {
  return {
    ending: 'pgdump',
    isCompressed: true,
    dump: (_, keep, signal) =>
      withClient(databaseUrl, async (client, url) => {
        const tool = findTool(['pg_dump'], BRINGER);
        await client.query('begin isolation level repeatable read read only');
        const [{ snapshot, schema }] = await rowsOf<{ snapshot: string; schema: string }>(
          client,
          'select pg_export_snapshot() as snapshot, current_schema() as schema',
        );
        const tables = await tablesOf(client);
        const { args, env } = toolAccess(url);
        const chosen = tables.map((table) => `--table="${schema}"."${table}"`);
        const form = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
        const dumping = readFrom(tool, { args: [...args, ...form, ...chosen], env, signal }, keep);
        const [rows] = await Promise.all([countRows(client, tables), dumping]);
        return { rows, schema };
      }),
    tables: () => withClient(databaseUrl, tablesOf),
    load: (bytes, { schema = 'public' }, signal) =>
      withClient(databaseUrl, async (client, url) => {
        const tool = findTool(['pg_restore'], BRINGER);
        await openSchema(client, schema);
        await client.query(STAMP);
        const { args, env } = toolAccess(url);
        const form = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
        await writeTo(tool, { args: [...args, ...form], env, signal }, bytes);
      }),
    target: async () => ({ databaseUrl, keep: async () => {}, remove: async () => {} }),
    scratch: () => makeScratch(databaseUrl),
  };
}

/** A connection without time limits. `url` names the host that it is to, of those of the database's URL. */
async function withClient<T>(
  databaseUrl: string,
  work: (client: Client, url: string) => Promise<T>,
): Promise<T> {
  const options = { application_name: 'quire', connectionTimeoutMillis: 5000 };
  const hosts = new Hosts(databaseUrl);
  await hosts.find(options);
  const client = new Client({ ...options, connectionString: hosts.current });
  client.on('error', () => {}); // the statement reports it
  await client.connect();
  try {
    return await work(client, hosts.current);
  } finally {
    await client.end().catch(() => {});
  }
}

async function rowsOf<Row>(client: Client, sql: string): Promise<[Row, ...Row[]]> {
  return (await client.query(sql)).rows as [Row, ...Row[]]; // each of these queries answers a row
}

async function tablesOf(client: Client): Promise<string[]> {
  return (await rowsOf<{ table: string }>(client, TABLES)).map(({ table }) => table);
}

async function countRows(client: Client, tables: readonly string[]): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const [{ count }] = await rowsOf<{ count: string }>(client, `select count(*) as count from "${table}"`);
    rows[table] = Number(count);
  }
  return rows;
}

/** pg_restore writes into the schema of the dump. Throws CannotStart if the database's URL opens another one. */
async function openSchema(client: Client, schema: string): Promise<void> {
  const present = async () =>
    (await rowsOf<{ schema: string | null }>(client, 'select current_schema() as schema'))[0].schema;
  if ((await present()) === null) await client.query(`create schema if not exists "${schema}"`);
  const opened = await present();
  if (opened !== schema)
    throw new CannotStart(
      `DATABASE_URL: opens the schema '${opened}', but the backup is of '${schema}'; allowed: a database in which the search_path leads to '${schema}'`,
    );
}

async function makeScratch(databaseUrl: string): Promise<ScratchDatabase> {
  const name = scratchName(databaseUrl);
  try {
    await withClient(databaseUrl, (client) => client.query(`create database "${name}" template template0`));
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new CannotStart(
      `a trial needs a database of its own, which the user of DATABASE_URL may not create; allowed: a user with the right, given by: alter role … createdb`,
      { cause },
    );
  }
  return {
    databaseUrl: named(databaseUrl, name),
    keep: async () => {},
    remove: async () =>
      void (await withClient(databaseUrl, (client) =>
        client.query(`drop database if exists "${name}" with (force)`),
      )),
  };
}

/** The same URL with another database. It may name several hosts, which URL does not read. */
function named(databaseUrl: string, name: string): string {
  return databaseUrl.replace(/^([^/]+:\/\/[^/?#]*)(?:\/[^?#]*)?/, `$1/${name}`);
}
