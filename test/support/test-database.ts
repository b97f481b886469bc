import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Address, Engine, Raw } from '../../server/database/engine.ts';
import { openEngine } from '../../server/database/open.ts';
import { copyPrepared, isPrepared, nameOfDatabase, takePrepared } from './prepared.ts';
import { mysql } from './servers/mysql.ts';
import { postgres } from './servers/postgres.ts';
import type { Administrator, Server } from './servers/server.ts';

export const servers: Readonly<Record<string, Server>> = { mysql, postgres };

/** The engine that this run tests. */
export const engineName = process.env.TEST_ENGINE ?? 'sqlite';
/** Of each database that a test opens. */
export const CONNECTIONS = 6;

export type TestDatabase = Awaited<ReturnType<typeof newDatabase>>;

/**
 * A database of its own, gone when the test file has run. It is empty, or has the tables of the definitions in `contentDir`
 * without any records, as a start would find them.
 */
export async function newDatabase(name = engineName, contentDir?: string) {
  const users: (() => Promise<unknown>)[] = [];
  let opened: Promise<Engine> | undefined;
  let drop = async (): Promise<void> => {};
  // Before a folder is registered to go: a server that closes still writes what it counted.
  after(async () => {
    for (const close of users) await close();
    await (await opened)?.close();
    await drop();
  });
  const server = servers[name];
  const made = await (server ? onServer(server, contentDir) : inFolder(contentDir));
  const { address } = made;
  drop = made.drop;
  /** An engine of its own. */
  const behind = () => {
    opened ??= openEngine(address);
    return opened;
  };

  /** The records that a query answers, every value as text; `?` stands for a value. */
  async function look(sql: string, ...values: unknown[]): Promise<Record<string, string | null>[]> {
    const records = await (await behind()).reads.all({ sql: numbered(name, sql), parameters: values });
    return records.map(asText);
  }

  /** Changes records behind the server's back, as another process would; what is sent afterwards arrives in a later turn. */
  async function change(sql: string, ...values: unknown[]): Promise<void> {
    const statement = { sql: numbered(name, sql), parameters: values };
    await (await behind()).transaction((connection) => connection.run(statement));
    await setImmediate();
  }

  /** Lets the next record of a table, which has had none, get this id. */
  async function setNextId(table: string, id: bigint): Promise<void> {
    if (server) return change(server.nextId(table, id));
    await change('delete from sqlite_sequence where name = ?', table);
    await change('insert into sqlite_sequence (name, seq) values (?, ?)', table, id - 1n);
  }

  /** Closes what uses the database before it is dropped. */
  const closeFirst = (close: () => Promise<unknown>) => void users.push(close);

  return { address, behind, look, change, setNextId, closeFirst };
}

async function inFolder(contentDir: string | undefined) {
  const file = join(temporaryFolder(), 'data.db');
  if (isPrepared(contentDir)) await copyPrepared(contentDir, file, addressOfFile);
  return { address: addressOfFile(file), drop: async () => {} };
}

async function onServer(server: Server, contentDir: string | undefined) {
  const asAdministrator = async <T>(work: (administrator: Administrator) => Promise<T>) => {
    const administrator = await server.open();
    return work(administrator).finally(() => administrator.close());
  };
  const addressOf = (name: string) => addressOn(server, name);
  if (isPrepared(contentDir)) {
    const { name, giveBack } = await asAdministrator((each) => takePrepared(contentDir, each, addressOf));
    return { address: addressOf(name), drop: () => asAdministrator(giveBack) };
  }
  const name = nameOfDatabase();
  await asAdministrator((each) => each.make(name));
  return { address: addressOf(name), drop: () => asAdministrator((each) => each.drop(name)) };
}

const addressOfFile = (file: string) => addressOf(`file:${file}`);

export function addressOn({ url, point }: Server, name: string): Address {
  const own = new URL(url);
  point(own, name);
  return addressOf(own.href);
}

function addressOf(databaseUrl: string): Address {
  return { databaseUrl, databaseConnections: CONNECTIONS, databaseTimeout: 10, databaseWait: 0 };
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
function asText(record: Raw): Record<string, string | null> {
  const texts = Object.entries(record).map(([name, value]) => [
    name,
    value === null ? null : typeof value === 'boolean' ? String(Number(value)) : String(value),
  ]);
  return Object.fromEntries(texts);
}
