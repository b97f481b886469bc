import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateSchema } from '../../server/database/schema/at-start.ts';
import { indexRecords } from '../../server/records/fulltext/index-records.ts';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/search' });
const { database, catalogue } = app.server.store;
const { engine } = database;
const definition = catalogue.all.find(({ search }) => search.length > 0) ?? assert.fail();
const table = `quire_search_${definition.name}`;
const settings = async () => {
  const rows = await app.database.look(`select k, v from "${table}_config" where k like '%merge'`);
  return Object.fromEntries(rows.map(({ k, v }) => [k, Number(v)]));
};
const WANTED = { automerge: 0, usermerge: 8, crisismerge: 64 };

test('a start brings a full text index of an earlier version to its settings', async () => {
  assert.deepEqual(await settings(), WANTED);
  await database.transaction(async (connection) => {
    for (const sql of [`drop table "${table}"`, ...engine.search.create(table)])
      await connection.command(sql);
  });
  assert.deepEqual(await settings(), {});
  await engine.alone((exclusive) => updateSchema(engine, catalogue, exclusive));
  assert.deepEqual(await settings(), WANTED);
});

test('writes merge what they add, so an index has few parts', async () => {
  const words = Array.from({ length: 40 }, (_, place) => `word${place}`).join(' ');
  const [field = assert.fail()] = definition.search.flat();
  const ids = Array.from({ length: 300 }, (_, place) => BigInt(place + 1));
  await Promise.all(
    ids.map((id) =>
      database.transaction((connection) =>
        indexRecords(engine, connection, definition, [{ id, [field]: `${words} ${id}` }]),
      ),
    ),
  );
  const [parts] = await app.database.look(`select count(distinct segid) as count from "${table}_idx"`);
  assert.ok(Number(parts?.count) <= 24, `${parts?.count} parts`);
  const [entries] = await app.database.look(`select count(*) as count from "${table}_docsize"`);
  assert.equal(Number(entries?.count), 300);
});
