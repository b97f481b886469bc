import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { temporaryFolder } from '../support/test-database.ts';

const postgres = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const mysql = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql';

type Run = (sql: string) => Promise<unknown>;

/** A database on each engine that answers, filled by these statements and dropped when the test file has run. */
export async function onEachEngine(
  statements: (engine: string) => readonly string[],
): Promise<Record<string, string>> {
  const urls: Record<string, string> = {};
  for (const [engine, open] of Object.entries(engines)) {
    const opened = await open(`lin_${randomBytes(6).toString('hex')}`);
    if (!opened) continue;
    for (const statement of statements(engine)) await opened.run(statement);
    await opened.close();
    urls[engine] = opened.url;
  }
  return urls;
}

type Open = (name: string) => Promise<{ url: string; run: Run; close(): Promise<void> } | undefined>;

const engines: Readonly<Record<string, Open>> = {
  async sqlite(name) {
    const file = join(temporaryFolder(), `${name}.db`); // in one of its own, which ends with the test file
    const database = new DatabaseSync(file);
    return {
      url: `file:${file}`,
      run: async (sql) => database.exec(sql),
      close: async () => database.close(),
    };
  },
  async postgres(name) {
    const admin = new Client({ connectionString: postgres });
    const answers = await admin.connect().then(
      () => true,
      () => false,
    );
    if (!answers) return undefined;
    await admin.query(`create database ${name}`);
    after(async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    });
    const url = Object.assign(new URL(postgres), { pathname: `/${name}` }).href;
    const client = new Client({ connectionString: url });
    await client.connect();
    return { url, run: (sql) => client.query(sql), close: () => client.end() };
  },
  async mysql(name) {
    const connection = await createConnection({ uri: mysql, charset: 'utf8mb4' }).catch(() => undefined);
    if (!connection) return undefined;
    await connection.query(`create database ${name} charset utf8mb4 collate utf8mb4_general_ci`);
    after(async () => {
      await connection.query(`drop database ${name}`);
      await connection.end();
    });
    await connection.changeUser({ database: name });
    await connection.query(`set session sql_mode = ''`); // as old as the data is: it keeps zero dates
    const url = Object.assign(new URL(mysql), { pathname: `/${name}` }).href;
    return { url, run: (sql) => connection.query(sql), close: async () => {} };
  },
};
