// Hashes at full cost: it checks a password that was hashed so.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import type { Server } from '../../server/start.ts';
import { command, openHere } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';

// A project of version 0.1.0 as its server left it: records of every kind of field, people with their grants, a change, a
// deletion, an upload, the log.
const project = 'test/projects/first-version';
const file = join(temporaryFolder(), 'old.db');
const settings = { CONTENT_DIR: `${project}/content`, DATABASE_URL: `file:${file}` };
const old = new DatabaseSync(':memory:', { readBigInts: true });
old.exec(readFileSync(`${project}/database.sql`, 'utf8'));
old.exec(`vacuum into '${file}'`);

/** Columns of the server's own tables that have other names by now. */
const RENAMED = new Map([
  ['record', 'collection'],
  ['records', 'collections'],
  ['root_record', 'root_collection'],
]);

describe('a project of the first version', () => {
  it('is not started before its tables are migrated', async () => {
    await assert.rejects(
      openHere('first-version', settings),
      /film\.story was stored without a recorded rule/,
    );
  });

  describe('after `quire migrate --apply`', () => {
    let server: Server;
    before(async () => {
      const { code, said } = await command(['migrate', '--apply'], 'first-version', settings);
      assert.equal(code, 0, said);
      server = await openHere('first-version', settings);
    });

    it('has lost no value of any record', async () => {
      await server.close();
      const now = new DatabaseSync(file, { readBigInts: true });
      const tables = old.prepare(`select name from sqlite_master where type = 'table'`);
      for (const { name } of tables.all() as { name: string }[]) {
        if (name === 'quire_schema' || name === 'sqlite_sequence') continue;
        const columns = old.prepare(`select * from "${name}"`).columns();
        const recordsWith = (nameOf: (column: string) => string) =>
          `select ${columns.map((column) => `"${nameOf(column.name)}" as "${column.name}"`).join(', ')} from "${name}" order by "id"`;
        const kept = new Map(
          now
            .prepare(recordsWith((column) => (name.startsWith('quire_') && RENAMED.get(column)) || column))
            .all()
            .map((record) => [record.id, record]),
        );
        for (const record of old.prepare(recordsWith((column) => column)).all())
          assert.deepEqual(kept.get(record.id), record, `${name} ${record.id}`);
      }
      now.close();
      server = await openHere('first-version', settings);
    });

    it('knows its people, what they may do, and what was deleted', async () => {
      const send = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: object) =>
        server.app.inject({
          method,
          url,
          headers: { authorization: token },
          ...(payload && { payload }),
        });
      const signIn = async (username: string, password: string) => {
        const answer = await send('POST', '/cms/user/login', '', { username, password });
        return `Bearer ${answer.json().access_token}`;
      };
      const ada = await signIn('ada', 'ada-password-1');
      const root = await signIn('root', 'first-version-1');
      assert.match((await send('GET', '/v1/film/1', ada)).payload, /"contact":"crew@quire\.test"/);
      assert.equal((await send('DELETE', '/v1/film/3', ada)).statusCode, 200);
      const history = (await send('GET', '/v1/film/1/history', root)).json();
      assert.deepEqual(history.items[0].changes.title, { before: 'The Lake', after: 'The Lake at Night' });
      assert.equal((await send('POST', '/v1/film/trash/2/restore', root)).statusCode, 200);
      assert.equal((await send('GET', '/v1/film/2', root)).json().title, 'Gone');
      await server.close();
    });
  });
});
