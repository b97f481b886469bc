import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Address } from '../../server/database/address.ts';
import type { Engine, Raw } from '../../server/database/engine.ts';
import { openEngine } from '../../server/database/open.ts';
import { copyTables } from './templates.ts';

interface Server {
  /** Where databases can be made and dropped. */
  readonly url: string;
  readonly make: (name: string) => string;
  readonly drop: (name: string) => string;
  /** Turns that address into the database's own. */
  readonly point: (url: URL, name: string) => void;
  /** SQL after which the next row of a table gets this id. */
  readonly nextId: (table: string, id: bigint) => string;
}

const servers: Readonly<Record<string, Server>> = {
  postgres: {
    url: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
    // A schema is all that tables need, and is made ten times as fast as a database.
    make: (name) => `create schema "${name}"`,
    drop: (name) => `drop schema "${name}" cascade`,
    point: (url, name) => url.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`),
    nextId: (table, id) => `alter table ${table} alter column id restart with ${id}`,
  },
  mysql: {
    url: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql',
    make: (name) => `create database "${name}"`,
    drop: (name) => `drop database "${name}"`,
    point: (url, name) => {
      url.pathname = `/${name}`;
    },
    nextId: (table, id) => `alter table ${table} auto_increment = ${id}`,
  },
};

/** The engine that this run tests. */
export const engineName = process.env.TEST_ENGINE ?? 'sqlite';
const CONNECTIONS = 6;

export type TestDatabase = Awaited<ReturnType<typeof newDatabase>>;

/**
 * A new database, gone when the test file has run. It is empty; where making tables is slow it has those of the definitions in
 * `contentDir`, as a start would find them.
 */
export async function newDatabase(name = engineName, contentDir?: string) {
  const server = servers[name];
  const { address, drop } = server ? await onServer(server) : inFolder();
  if (name === 'mysql' && server && contentDir !== undefined)
    await copyTables(contentDir, server.url, new URL(address.databaseUrl).pathname.slice(1), (template) =>
      addressOn(server, template),
    );
  let opened: Promise<Engine> | undefined;
  /** An engine of its own. */
  const behind = () => {
    opened ??= openEngine(address);
    return opened;
  };
  const users: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const close of users) await close();
    await (await opened)?.close();
    await drop();
  });

  /** The rows that a query answers, every value as text; `?` stands for a value. */
  async function look(sql: string, ...values: unknown[]): Promise<Record<string, string | null>[]> {
    const rows = await (await behind()).reads.all({ sql: numbered(name, sql), parameters: values });
    return rows.map(asText);
  }

  /** Changes rows behind the server's back, as another process would; what is sent afterwards arrives in a later turn. */
  async function change(sql: string, ...values: unknown[]): Promise<void> {
    const statement = { sql: numbered(name, sql), parameters: values };
    await (await behind()).transaction((connection) => connection.run(statement));
    await setImmediate();
  }

  /** Lets the next row of a table, which has had none, get this id. */
  async function setNextId(table: string, id: bigint): Promise<void> {
    if (server) return change(server.nextId(table, id));
    await change('delete from sqlite_sequence where name = ?', table);
    await change('insert into sqlite_sequence (name, seq) values (?, ?)', table, id - 1n);
  }

  /** Closes what uses the database before it is dropped. */
  const closeFirst = (close: () => Promise<unknown>) => void users.push(close);

  return { address, behind, look, change, setNextId, closeFirst };
}

function inFolder() {
  const folder = temporaryFolder();
  return { address: addressOf(`file:${join(folder, 'data.db')}`), drop: async () => {} };
}

/** Long enough for a database to be dropped whose locks are held by connections that are about to end. */
const PATIENCE_S = 120;

async function onServer(server: Server) {
  const { url, make, drop } = server;
  const name = `quire_test_${randomBytes(8).toString('hex')}`;
  const run = async (sql: string) => {
    const engine = await openEngine({ ...addressOf(url), databaseTimeout: PATIENCE_S });
    await engine.reads.all({ sql, parameters: [] }).finally(() => engine.close());
  };
  await run(make(name));
  return { address: addressOn(server, name), drop: () => run(drop(name)) };
}

function addressOn({ url, point }: Server, name: string): Address {
  const own = new URL(url);
  point(own, name);
  return addressOf(own.href);
}

function addressOf(databaseUrl: string): Address {
  return { databaseUrl, databaseConnections: CONNECTIONS, databaseTimeout: 10 };
}

/** A folder that goes when the test file has run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function numbered(name: string, sql: string): string {
  let count = 0;
  return name === 'postgres' ? sql.replace(/\?/g, () => `$${++count}`) : sql;
}

/** Drivers differ in how they hand out numbers and truth. */
function asText(row: Raw): Record<string, string | null> {
  const texts = Object.entries(row).map(([name, value]) => [
    name,
    value === null ? null : typeof value === 'boolean' ? String(Number(value)) : String(value),
  ]);
  return Object.fromEntries(texts);
}
