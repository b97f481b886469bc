// About every feature: it asks SQLite how it runs what they ask (sqlite.org/eqp.html).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openReader } from '../../server/database/sqlite/reader.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/rules' });
const { watch, engine } = app.server.store.database;
let asked: string[] = [];
watch.listen((_, __, sql) => asked.push(sql));

/** How the statements of a request run that name this table. */
async function plansOf(path: string, table: string): Promise<readonly string[]> {
  asked = [];
  await app.root.read(path);
  const about = asked.filter((sql) => sql.startsWith('select') || sql.startsWith('with'));
  return about.filter((sql) => sql.includes(`"${table}"`)).map((sql) => engine.planOf?.(sql) ?? '');
}

it('changes since a time are found by the index of times', async () => {
  const since = Date.now();
  await app.root.make('/v1/note', { words: 'one' });
  const plans = await plansOf(`/v1/changes?since=${since}`, 'quire_change');
  assert.ok(plans.length > 0);
  for (const plan of plans) assert.match(plan, /^SEARCH quire_change USING (.*time|INTEGER PRIMARY KEY)/);
  assert.ok(
    plans.some((plan) => plan.includes('(time>? AND time<?)')),
    plans.join('\n'),
  );
});

it('the names in the log are found by skipping from one to the next', async () => {
  const plans = await plansOf('/cms/log/users', 'quire_log');
  assert.equal(plans.length, 2);
  for (const plan of plans) {
    assert.match(plan, /SEARCH quire_log USING COVERING INDEX \S*username\S* \(username>\?\)/);
    assert.doesNotMatch(plan, /SCAN quire_log/);
  }
});

it('of the records that refer to each of a page, the first are found by the index, and no others', async () => {
  const festival = await freshApp({ contentDir: 'test/content/festival' });
  const sqls: string[] = [];
  festival.server.store.database.watch.listen((_, __, sql) => sqls.push(sql));
  for (const title of ['a', 'b']) await festival.root.make('/v1/film', { title });
  await festival.root.read('/v1/film?expand=notes');
  const [sql = '', ...others] = sqls.filter((one) => one.includes('from "note"'));
  assert.deepEqual(others, []);
  const steps = festival.server.store.database.engine.planOf?.(sql).split('; ') ?? [];
  const found = steps.filter((step) => /^SEARCH note USING INDEX \S*film\S* \(film=\?\)$/.test(step));
  assert.equal(found.length, 2, steps.join('\n'));
  assert.equal(steps.filter((step) => /TEMP B-TREE/.test(step)).length, 1, 'only what is found is sorted');
});

it('what no index sorts is read in the order of the table, once statistics tell its size', async () => {
  await makeRecords(app, 'note', Array(1200).fill({ words: 'x' }));
  await engine.gatherStatistics?.();
  const statistics = await app.database.look("select tbl from sqlite_stat1 where tbl = 'note'");
  assert.ok(statistics.length > 0);
  const reader = openReader(app.settings.databaseUrl.slice('file:'.length));
  asked = [];
  await app.root.read('/v1/note?sort=words');
  const [sql = ''] = asked.filter((one) => one.includes('order by "words"'));
  const plan = reader
    .prepare(`explain query plan ${sql}`)
    .all()
    .map(({ detail }) => detail);
  reader.close();
  assert.deepEqual(plan, ['SCAN note', 'USE TEMP B-TREE FOR ORDER BY']);
});
