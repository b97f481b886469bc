import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { formsOf } from '../../server/database/any-case.ts';
import type { Connection } from '../../server/database/engine.ts';
import { runOperations } from '../../server/database/schema/run-operations.ts';
import type { Trigrams } from '../../server/database/trigrams.ts';
import { indexedTextsOf } from '../../server/records/trigrams/candidates.ts';
import {
  extendTrigrams,
  prepareTrigrams,
  renewTrigrams,
  trigramStates,
} from '../../server/records/trigrams/keep-index.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/optional' });
const { store } = app.server;
const { engine } = store.database;
const leaflet = store.catalogue.get('leaflet');
const texts = indexedTextsOf(leaflet) ?? assert.fail();

const titled = async (q: string) =>
  (await app.nobody.list<{ title: string }>(`/v1/leaflet?sort=id&fields=title&q=${q}`)).map(
    ({ title }) => title,
  );
const stateOf = async (name: string) =>
  (await trigramStates(store)).find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
const inTransaction = (work: (connection: Connection, trigrams: Trigrams) => Promise<unknown>) =>
  store.database.transaction((connection) => work(connection, engine.trigrams ?? assert.fail()));
const extend = () => extendTrigrams(store, undefined, 0);

test('an index of trigrams takes the forms of each letter of ASCII for one', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(
    `create virtual table entries using fts5(text, content='', contentless_delete=1, tokenize='trigram')`,
  );
  database.exec(`create virtual table tokens using fts5vocab(entries, row)`);
  const tokenOf = (character: string) => {
    database.exec(`insert into entries(entries) values ('delete-all')`);
    database.prepare('insert into entries(rowid, text) values (1, ?)').run(character.repeat(3));
    return database
      .prepare('select term from tokens')
      .all()
      .map(({ term }) => term)
      .join();
  };
  for (const letter of 'abcdefghijklmnopqrstuvwxyz')
    assert.deepEqual([...new Set(formsOf(letter).map(tokenOf))], [letter.repeat(3)]);
});

test('a search asks the index for what has entries, and reads what has none', async () => {
  await makeRecords(app, 'leaflet', [{ title: 'Early bird', handle: 'early' }]);
  await extend();
  await makeRecords(app, 'leaflet', [{ title: 'Late bird', handle: 'late' }]);
  assert.deepEqual(await titled('BIRD'), ['Early bird', 'Late bird']);
  await inTransaction((connection) =>
    connection.command(`insert into "leaflet.trigrams"("leaflet.trigrams") values ('delete-all')`),
  );
  assert.deepEqual(await titled('BIRD'), ['Late bird']);
  assert.match((await stateOf('leaflet')) ?? '', /STALE, 0 entries for 1 records/);
  await renewTrigrams(store, [leaflet]);
  assert.deepEqual(await titled('BIRD'), ['Early bird', 'Late bird']);
});

test('entries follow their records, also where other programs write them', async () => {
  await extend();
  await inTransaction((connection) =>
    connection.run({ sql: `update leaflet set title = 'Night owl' where handle = 'early'`, parameters: [] }),
  );
  assert.deepEqual(await titled('owl'), ['Night owl']);
  assert.deepEqual(await titled('bird'), ['Late bird']);
  await inTransaction((connection) =>
    connection.run({ sql: `delete from leaflet where handle = 'late'`, parameters: [] }),
  );
  assert.match((await stateOf('leaflet')) ?? '', /^parts of words: complete/);
});

test('a change of columns ends an index, and the next start makes another', async () => {
  const rename = () => assert.fail('nothing is renamed');
  await inTransaction((connection) =>
    runOperations({ engine, connection, rename }, [
      { sql: 'alter table "leaflet" add column "further" text' },
    ]),
  );
  assert.match((await stateOf('leaflet')) ?? '', /not indexed/);
  await inTransaction((connection) =>
    connection.run({ sql: `update leaflet set title = 'Barn owl' where handle = 'early'`, parameters: [] }),
  );
  assert.deepEqual(await titled('barn'), ['Barn owl']);
  await prepareTrigrams(store);
  await extend();
  assert.deepEqual(await titled('barn'), ['Barn owl']);
  const triggers = await app.database.look("select name from sqlite_master where type = 'trigger'");
  assert.ok(triggers.some(({ name }) => name === 'leaflet.trigrams.update'));
});

test('very long texts are found like others', async () => {
  const notes = `${'plain '.repeat(5000)}needle`;
  await inTransaction((connection) =>
    connection.run({ sql: 'update leaflet set notes = ? where handle = ?', parameters: [notes, 'early'] }),
  );
  assert.deepEqual(await titled('NEEDLE'), ['Barn owl']);
  assert.deepEqual(await titled('noodle'), []);
});

test('the log is searched by its index', async () => {
  const messages = async (keyword: string) =>
    (await app.root.read<{ items: { message: string }[] }>(`/cms/log/search?keyword=${keyword}`)).items
      .length;
  const before = await messages('OOT');
  assert.ok(before > 0);
  await extend();
  assert.match((await stateOf('quire_log')) ?? '', /^parts of words: complete/);
  assert.equal(await messages('OOT'), before);
  await inTransaction((connection) =>
    connection.command(`insert into "quire_log.trigrams"("quire_log.trigrams") values ('delete-all')`),
  );
  assert.equal(await messages('OOT'), 0);
});

test('where a reader may not see every field, entries of others do not count as candidates', async () => {
  const closed = { ...texts, table: 'tag', columns: ['a', 'b'], isByColumn: true };
  const ids = await inTransaction(async (connection, trigrams) => {
    await connection.command('create table tag (id integer primary key, a text, b text)');
    await connection.command(`insert into tag (a, b) values ('open word', 'closed secret')`);
    await trigrams.renew(connection, closed);
    await trigrams.extend(connection, closed, 0);
    const found = async (columns: string[], parts: string[]) =>
      (
        await connection.all(
          trigrams.candidates({ texts: closed, columns, wanted: [[parts.map((part) => [part])]], most: 10 }),
        )
      ).filter(({ id }) => id !== null).length;
    return [
      await found(['a'], ['sec', 'ret']),
      await found(['b'], ['sec', 'ret']),
      await found(['a'], ['wor']),
    ];
  });
  assert.deepEqual(ids, [0, 1, 1]);
});
