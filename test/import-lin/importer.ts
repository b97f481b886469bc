import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { databaseNamed, quire } from '../support/server-process.ts';

/** Imports into the database of this name, and looks at what is there. */
export async function importer(name: string, url: string) {
  const { address } = await databaseNamed(name);
  async function importLin(...options: string[]): Promise<string> {
    const { ended, said } = await quire(['import-lin', url, ...options], name);
    assert.equal(await ended, 0, said());
    return said();
  }

  /** Of the summary's line about this table: read, imported, already there, skipped, changed. */
  function counts(said: string, table: string): number[] {
    const line = said.split('\n').findLast((one) => one.startsWith(`${table} `) && /\d$/.test(one)) ?? '';
    return line.split(/\s+/).slice(1).map(Number);
  }

  function look(sql: string, ...values: string[]): Record<string, unknown>[] {
    const database = new DatabaseSync(address.databaseUrl.slice('file:'.length), { timeout: 5000 });
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    const rows = statement.all(...values);
    database.close();
    return rows;
  }

  const everything = () =>
    look(`select name from sqlite_master where type = 'table' order by name`).map((table) => [
      table.name,
      look(`select * from "${table.name}"`),
    ]);
  const credentialOf = (username: string) =>
    String(look('select credential from quire_user where username = ?', username)[0]?.credential);

  return { importLin, counts, look, everything, credentialOf };
}
