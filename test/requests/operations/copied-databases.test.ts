// Takes long: four databases are filled by random requests, and each is copied three times.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { connect } from '../../../server/database/database.ts';
import type { Address } from '../../../server/database/engine.ts';
import type { Catalogue } from '../../../server/definitions/catalogue.ts';
import { CannotStart } from '../../../server/errors.ts';
import { copyDatabase, type OnTable } from '../../../server/features/copy/copy-database.ts';
import type { Client } from '../../support/client.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { likelyRequests } from '../../support/likely-requests.ts';
import type { OpenApi } from '../../support/open-api.ts';
import { engineName, newDatabase, type TestDatabase } from '../../support/test-database.ts';

const REQUESTS = 100;
/** Each engine says here what its own tables are. */
const OF_ENGINES: ReadonlySet<string> = new Set(['quire_schema', 'quire_migration', 'quire_searched']);

for (const content of ['kinds', 'past', 'nested-drafts', 'search'])
  describe(`a database of '${content}', copied to the embedded engine, from there, and once more,`, async () => {
    const contentDir = `test/content/${content}`;
    const source = await freshApp({ contentDir });
    const { catalogue } = source.server.store;
    await fill(source);
    const gone = await source.person();
    await source.root.done(`DELETE /cms/admin/user/${gone.id}`);
    const { next } = await source.root.read('/v1/changes');
    const before = await answersTo(source.root, catalogue);
    await source.end();
    const embedded = await newDatabase('sqlite');
    const [further, last] = [await newDatabase(), await newDatabase()];
    await copy(source.database.address, embedded.address, catalogue);
    await copy(embedded.address, further.address, catalogue);
    await copy(further.address, last.address, catalogue);

    it('has the same records in each table, and the same recorded columns', async () => {
      const recorded = 'select place, kind from quire_schema order by place';
      assert.deepEqual(await last.look(recorded), await source.database.look(recorded));
      assert.deepEqual(await recordsOf(last), await recordsOf(source.database));
    });

    it('serves the same, goes on with sessions and the feed, and gives no id again', async () => {
      const copied = await freshApp({ ...last.address, contentDir, secrets: source.settings.secrets });
      const root = copied.as(source.root.access);
      assert.deepEqual(await answersTo(root, catalogue), before);
      assert.deepEqual((await root.read(`/v1/changes?after=${next}`)).items, []);
      assert.equal((await copied.person()).id, gone.id + 1);
      await copied.end();
    });
  });

it('a copy to a database with records is refused, to itself as well, and changes nothing', async () => {
  const [one, other] = [await freshApp(), await freshApp()];
  const { catalogue } = one.server.store;
  const before = await recordsOf(other.database);
  for (const { database } of [one, other])
    await assert.rejects(
      copy(one.database.address, database.address, catalogue),
      (error) => error instanceof CannotStart && /has records in quire_\w+ already/.test(error.message),
    );
  assert.deepEqual(await recordsOf(other.database), before);
});

it('a copy that a write outdates is refused, and leaves no record', {
  skip: engineName === 'sqlite',
}, async () => {
  const source = await freshApp();
  const target = await newDatabase();
  const write = async (table: string) => {
    if (table === 'book') await source.makeBook({ title: 'Meanwhile', author: 'A' });
  };
  const { catalogue } = source.server.store;
  await assert.rejects(
    copy(source.database.address, target.address, catalogue, write),
    /changed while it was copied/,
  );
  assert.deepEqual((await target.look('select count(*) as count from quire_user'))[0]?.count, '0');
});

it('values of a field that is no longer defined are copied with its column', async () => {
  const source = await freshApp();
  await source.makeBook({ title: 'A', author: 'B' });
  const { catalogue } = source.server.store;
  await source.end();
  await source.database.change('alter table book add column was_here varchar(20)');
  await source.database.change(`update book set was_here = 'once'`);
  await source.database.change(
    'insert into quire_schema (place, kind) values (?, ?)',
    'book.was_here',
    JSON.stringify({ column: { type: 'string', length: 20 }, nullable: true }),
  );
  const target = await newDatabase();
  await copy(source.database.address, target.address, catalogue);
  assert.deepEqual(await target.look('select title, was_here from book'), [{ title: 'A', was_here: 'once' }]);
});

async function fill({ send, request, root }: FreshApp): Promise<void> {
  const description = await send<OpenApi>('GET', '/openapi.json');
  for (const { method, url, body, headers } of fc.sample(likelyRequests(description), REQUESTS))
    await request(method, url, { token: root.access, headers, ...(body !== undefined && { body }) });
}

async function copy(
  from: Address,
  to: Address,
  catalogue: Catalogue,
  onTable: OnTable = () => {},
): Promise<void> {
  const database = await connect(from, catalogue);
  try {
    await copyDatabase({ database, catalogue }, to, onTable);
  } finally {
    await database.close();
  }
}

/** The records of each table, as the engine's driver hands them out, in text. */
async function recordsOf({ look }: TestDatabase): Promise<object> {
  const places = await look('select place from quire_schema');
  const tables = new Set(places.map(({ place }) => String(place).split('.')[0] ?? ''));
  const entries = [...tables].sort().flatMap(async (table) => {
    const records = await look(`select * from "${table}" order by id`);
    return OF_ENGINES.has(table)
      ? []
      : [[table, table === 'quire_change' ? inOrder(records) : records] as const];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/** The embedded engine keeps the place of a change as its id. */
function inOrder(changes: readonly Record<string, string | null>[]): object {
  const placed = changes.map(({ id, position, batch: _, ...change }) => ({
    ...change,
    place: Number(position ?? id),
  }));
  return placed.sort((one, other) => one.place - other.place);
}

/** What somebody reads of every collection: the list, the export, the trash, and a history. */
async function answersTo({ get }: Client, catalogue: Catalogue): Promise<unknown[]> {
  const paths = catalogue.served.flatMap(({ path }) => [
    `${path}?count=100`,
    `${path}/export?format=jsonl`,
    `${path}/trash`,
    `${path}/1/history`,
  ]);
  return Promise.all(
    paths.map(async (path) => {
      const { status, text } = await get(path);
      return [path, status, status < 300 ? text : ''];
    }),
  );
}
