// About the file of SQLite: other engines use free space again by themselves.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { systemContext } from '../../server/records/store/write-context.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';
import { command, databaseNamed, openHere } from '../support/server-process.ts';

const WORDS = { words: 'x'.repeat(4000) };
const NOTES = 2000;
const PAGES = `select f.freelist_count as free, p.page_count as pages
  from pragma_freelist_count f, pragma_page_count p`;

const fileOf = (url: string) => url.slice('file:'.length);

/** Adds a table of eight megabytes by hand, and drops it. */
function leaveSpace(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`create table filled (words text);
    insert into filled with recursive n(i) as (select 1 union all select i + 1 from n where i < ${NOTES})
      select '${WORDS.words}' from n;
    drop table filled; pragma wal_checkpoint(truncate)`);
  database.close();
}

function freePagesOf(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const free = Number(database.prepare('pragma freelist_count').get()?.freelist_count);
  database.close();
  return free;
}

function assertHalved(said: string): void {
  const [, before, after] = /^(\d+) bytes before, (\d+) bytes after$/m.exec(said) ?? [];
  assert.ok(Number(after) < Number(before) / 2, said);
}

test('a server lets its file shrink in steps, and every record stays', async () => {
  const app = await freshApp({ contentDir: 'test/content/rules' });
  const { engine } = app.server.store.database;
  const [note] = await makeRecords(app, 'note', [{ words: 'kept' }]);
  leaveSpace(fileOf(app.settings.databaseUrl));
  const [before] = await app.database.look(PAGES);
  assert.ok(Number(before?.free) > NOTES);
  await engine.releaseSpace?.(new AbortController().signal);
  const [after] = await app.database.look(PAGES);
  assert.ok(Number(after?.free) < 1000, `${after?.free} pages are free`);
  assert.ok(Number(after?.pages) < Number(before?.pages) - 1000, `${after?.pages} of ${before?.pages} pages`);
  const { words } = await app.root.read(`/v1/note/${note}`);
  assert.equal(words, 'kept');
  const [checked] = await app.database.look('pragma quick_check');
  assert.equal(checked?.quick_check, 'ok');
});

test('quire compact shrinks the file beside a server', async () => {
  const { address } = await databaseNamed('beside', 'content');
  const server = await openHere('beside');
  leaveSpace(fileOf(address.databaseUrl));
  const writing = server.store.write(systemContext('test'), async () => 'written');
  const { code, said } = await command(['compact'], 'beside');
  assert.equal(code, 0, said);
  assertHalved(said);
  assert.equal(await writing, 'written');
  await server.close();
});

test('a file of an earlier version is written anew, but only without others', async () => {
  const { address } = await databaseNamed('former', 'content');
  const file = fileOf(address.databaseUrl);
  const former = new DatabaseSync(file);
  former.exec('pragma journal_mode = delete; pragma auto_vacuum = none; vacuum; pragma journal_mode = wal');
  former.close();
  const server = await openHere('former');
  leaveSpace(file);
  await server.store.database.engine.releaseSpace?.(new AbortController().signal);
  const refused = await command(['compact'], 'former');
  assert.equal(refused.code, 2, refused.said);
  assert.match(refused.said, /Another process has '.*' open.*stop the server first/);
  assert.ok(freePagesOf(file) > NOTES, 'nothing is done');
  await server.close();
  const { code, said } = await command(['compact'], 'former');
  assert.equal(code, 0, said);
  assertHalved(said);
  const database = new DatabaseSync(file);
  assert.equal(database.prepare('pragma auto_vacuum').get()?.auto_vacuum, 2);
  assert.equal(database.prepare('pragma quick_check').get()?.quick_check, 'ok');
  database.close();
});
