import assert from 'node:assert/strict';
import { command, databaseNamed } from '../support/server-process.ts';

/** Imports into the database of this name, and looks at what is there. */
export async function importer(name: string, url: string) {
  const { behind, look } = await databaseNamed(name);
  async function importLin(...options: string[]): Promise<string> {
    const { code, said } = await command(['import-lin', url, ...options], name);
    assert.equal(code, 0, said);
    return said;
  }

  /** Of the summary's line about this table: read, imported, already there, skipped, changed. */
  function counts(said: string, table: string): number[] {
    const line = said.split('\n').findLast((one) => one.startsWith(`${table} `) && /\d$/.test(one)) ?? '';
    return line.split(/\s+/).slice(1).map(Number);
  }

  /** The records of every table, without the jobs that the server's schedules add meanwhile, and the number of their ids. */
  async function everything() {
    const columns = await look((await behind()).presentColumns);
    const tables = [...new Set(columns.map(({ table }) => table))].sort();
    return Promise.all(tables.map(async (table) => [table, await recordsOf(`${table}`)]));
  }
  const recordsOf = async (table: string) =>
    (await look(`select * from "${table}"`))
      .filter(({ once }) => table !== 'quire_job' || once === null)
      .filter(({ name }) => table !== 'sqlite_sequence' || name !== 'quire_job')
      .map((record) => JSON.stringify(record))
      .sort();
  const credentialOf = async (username: string) =>
    String((await look('select credential from quire_user where username = ?', username))[0]?.credential);

  return { importLin, counts, look, everything, credentialOf };
}
