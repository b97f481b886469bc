import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchTable } from '../../../server/database/search-sql.ts';
import { indexStates } from '../../../server/records/search/search-index.ts';
import type { Changes } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/search' });
const { database, engine } = { database: app.database, engine: app.server.store.database.engine };
const end = async () => (await app.root.read<Changes>('/v1/changes?count=500')).next;
const told = async (after: string) =>
  (await app.root.read<Changes>(`/v1/changes?record=article&after=${after}`)).items.map(
    ({ event, row: record, fields }) => [event, record, ...(fields ?? [])].join(' '),
  );
const found = async (words: string) =>
  (await app.root.list(`/v1/article?search=${words}`)).map(({ id }) => id);

/** Takes away what a server of an earlier version does not do for the writes since then: the feed, and the index of this record. */
async function asEarlierVersion(work: () => Promise<unknown>, indexed?: number): Promise<void> {
  await end();
  const [last] = await database.look('select max(id) as id from quire_revision');
  const [noted] = await database.look('select max(id) as id from quire_change');
  await work();
  await database.change('update quire_revision set noted = null where id > ?', Number(last?.id ?? 0));
  await database.change('delete from quire_change where id > ?', Number(noted?.id ?? 0));
  if (indexed === undefined) return;
  const { sql, parameters } = engine.search.remove(searchTable('article'), [BigInt(indexed)]);
  await app.server.store.database.transaction((connection) => connection.run({ sql, parameters }));
}

async function takeUp(): Promise<void> {
  await app.root.done('POST /cms/job', { kind: 'take up writes of earlier versions' });
  await app.server.store.jobs.idle();
}

const create = (title: string) => app.root.make('/v1/article', { title });

describe('what a server of an earlier version writes', () => {
  it('is told by the feed, each change once, in the order of its writes', async () => {
    const [one, other] = [await create('first'), await create('second')];
    const before = await end();
    let late = 0;
    await asEarlierVersion(async () => {
      await app.root.done(`PATCH /v1/article/${one}`, { title: 'changed' });
      await app.root.done(`DELETE /v1/article/${other}`);
      late = await create('late');
    });
    assert.deepEqual(await told(before), []);
    for (const turn of ['once', 'and not again']) {
      await takeUp();
      assert.deepEqual(
        await told(before),
        [`updated ${one} title`, `deleted ${other}`, `created ${late}`],
        turn,
      );
    }
  });

  it('is found by its words, and until then the index is not called complete', async () => {
    const id = await create('unwritten');
    await asEarlierVersion(() => app.root.done(`PATCH /v1/article/${id}`, { title: 'rewritten' }), id);
    assert.deepEqual(await found('rewritten'), []);
    // The state of the index goes by what was written, not by the number of entries.
    await app.root.done(`PATCH /v1/article/${id}`, { title: 'rewritten twice' });
    const states = async () =>
      (await indexStates(app.server.store)).filter((line) => line.startsWith('article'));
    assert.match(String(await states()), /STALE, servers of an earlier version wrote 1 time/);
    await takeUp();
    assert.deepEqual(await found('rewritten'), [id]);
    assert.match(String(await states()), /^article: complete/);
  });

  it('is judged by the rules of now: what they refuse is looked for by the next plan', async () => {
    const rule = async () => {
      const [{ kind = '' } = {}] = await database.look(
        "select kind from quire_schema where place = 'article.title'",
      );
      return (JSON.parse(String(kind)) as { rule?: string }).rule;
    };
    const id = await create('within bounds');
    await asEarlierVersion(() => app.root.done(`PATCH /v1/article/${id}`, { title: 'changed' }));
    await takeUp();
    assert.notEqual(await rule(), undefined);
    await asEarlierVersion(() => app.root.done(`PATCH /v1/article/${id}`, { title: 'changed again' }));
    await database.change("update article set title = '' where id = ?", id);
    await takeUp();
    assert.equal(await rule(), undefined);
  });

  it('is not told again where that version had a feed, or the record was changed since', async () => {
    const before = await end();
    const id = await create('told');
    await database.change('update quire_revision set noted = null where record_id = ?', id);
    await takeUp();
    assert.deepEqual(await told(before), [`created ${id}`]);
  });
});
