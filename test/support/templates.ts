import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { builtInRecords } from '../../server/built-in-records.ts';
import type { Address } from '../../server/database/address.ts';
import { connect } from '../../server/database/database.ts';
import { updateSchema } from '../../server/database/schema/at-start.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import { findDefinitions } from '../../server/definitions/find-definitions.ts';

/** What a start records about the tables that it made. */
const RECORDED = ['quire_schema', 'quire_migration'];
/** Exists in a template that is complete. */
const COMPLETE = 'template_is_complete';
/** Names what belongs to one run of the tests, which drops it at its end; a file that is run on its own makes no templates. */
const run = process.env.TEST_RUN;

/**
 * Copies the tables that a start would make for the definitions of this folder into a new database of MySQL or MariaDB. There
 * a start takes more than a hundred statements, each of which waits for the disk; a copy takes one a table.
 */
export async function copyTables(
  contentDir: string,
  server: string,
  to: string,
  addressOf: (name: string) => Address,
) {
  if (run === undefined || isAbsolute(contentDir)) return;
  const template = `quire_test_${run}_${createHash('md5').update(contentDir).digest('hex').slice(0, 8)}`;
  const connection = await createConnection({ uri: server, multipleStatements: true });
  try {
    await makeOnce(connection, template, async () => makeTables(contentDir, addressOf(template)));
    const tables = (await tablesOf(connection, template)).filter((table) => table !== COMPLETE);
    const statements = [
      ...tables.map((table) => `create table \`${to}\`.\`${table}\` like \`${template}\`.\`${table}\``),
      ...RECORDED.map((table) => `insert into \`${to}\`.${table} select * from \`${template}\`.${table}`),
    ];
    await connection.query(statements.join(';'));
  } finally {
    await connection.end();
  }
}

/** Makes a template unless another process of this run did. */
async function makeOnce(connection: Connection, template: string, make: () => Promise<void>): Promise<void> {
  if ((await tablesOf(connection, template)).includes(COMPLETE)) return;
  await connection.query('select get_lock(?, 120)', [template]);
  if (!(await tablesOf(connection, template)).includes(COMPLETE)) {
    await connection.query(`create database \`${template}\``);
    await make();
    await connection.query(`create table \`${template}\`.${COMPLETE} (id int)`);
  }
  await connection.query('select release_lock(?)', [template]);
}

async function makeTables(contentDir: string, address: Address): Promise<void> {
  const catalogue = makeCatalogue([...builtInRecords, ...(await findDefinitions(contentDir))]);
  const { engine } = await connect(address, catalogue);
  await engine.alone((turn) => updateSchema(engine, catalogue, turn)).finally(() => engine.close());
}

async function tablesOf(connection: Connection, database: string): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'select table_name as name from information_schema.tables where table_schema = ?',
    [database],
  );
  return rows.map(({ name }) => String(name));
}
