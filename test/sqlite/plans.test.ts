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
