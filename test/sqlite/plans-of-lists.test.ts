// About every kind of list: it asks SQLite how it runs their statements (sqlite.org/eqp.html) among records enough to count.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { extendTrigrams } from '../../server/records/trigrams/keep-index.ts';
import { freshApp, type Person } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { makeRecords } from '../support/records/novels.ts';

const access =
  '{ read: everyone, create: login, update: login, delete: login, trash: login, history: login }';
const app = await freshApp({
  contentDir: projectOf({
    'content/writer.ts': `import { referredBy } from 'quire-cms';
    export default defineCollection({
      name: 'writer', label: 'Writer', path: '/v1/writer', audit: 'full',
      fields: { name: text({ max: 40, required: true }) },
      waysBack: { articles: referredBy('article.writer', { sort: '-rank' }) },
      access: ${access},
    });`,
    'content/article.ts': `export default defineCollection({
      name: 'article', label: 'Article', path: '/v1/article', audit: 'full', search: ['title'],
      fields: {
        title: text({ max: 80, required: true, searchable: true }),
        rank: integer({ indexed: true }), size: integer(), writer: reference('writer'),
      },
      indexes: [['writer', 'rank']],
      access: ${access},
    });`,
    'content/letter.ts': `export default defineCollection({
      name: 'letter', label: 'Letter', path: '/v1/letter', audit: 'full',
      fields: { words: text({ max: 40 }) },
      indexes: [['create_user_id']],
      access: { read: ownRecords(login), create: login, update: login, delete: login },
    });`,
  }),
});
const { store } = app.server;
const { watch, engine } = store.database;
let asked: string[] = [];
watch.listen((_, __, sql) => asked.push(sql));
let person: Person;

before(async () => {
  person = await app.person();
  const writers = await makeRecords(
    app,
    'writer',
    Array.from({ length: 50 }, (_, at) => ({ name: `w${at}` })),
  );
  const articles = Array.from({ length: 3000 }, (_, at) => ({
    title: `word${at % 700} and ${at}`,
    rank: at % 100,
    size: at % 77,
    writer: writers[at % 50],
  }));
  await makeRecords(app, 'article', articles);
  await makeRecords(app, 'letter', Array(1500).fill({ words: 'x' }), BigInt(person.id));
  await makeRecords(app, 'letter', Array(1500).fill({ words: 'y' }));
  const lines = Array.from({ length: 3000 }, (_, at) => ({
    message: `line ${at}`,
    path: at % 300 ? '/' : '/needle',
  }));
  await makeRecords(app, 'quire_log', lines);
  await extendTrigrams(store, undefined, 0);
  await engine.gatherStatistics?.();
});

/** For each kind of list: what is asked, the table, and the plan of the statement that reads the page. */
const KINDS: readonly (readonly [kind: string, path: string, table: string, plan: string])[] = [
  ['without an order', '/v1/article', 'article', 'SCAN article'],
  [
    'sorted by an indexed field',
    '/v1/article?sort=-rank',
    'article',
    'SCAN article USING INDEX article.rank.index',
  ],
  [
    'sorted by a field without an index',
    '/v1/article?sort=size',
    'article',
    'SCAN article; USE TEMP B-TREE FOR ORDER BY',
  ],
  [
    'filtered by an indexed field',
    '/v1/article?filter[rank][eq]=3',
    'article',
    'SEARCH article USING INDEX article.rank.index (rank=?)',
  ],
  [
    'filtered and sorted by an index of both',
    '/v1/article?filter[writer][eq]=3&sort=rank',
    'article',
    'SEARCH article USING INDEX article.writer.rank.index (writer=?)',
  ],
  [
    'searched by words',
    '/v1/article?search=word77',
    'article',
    'SEARCH article USING INTEGER PRIMARY KEY (rowid=?)',
  ],
  [
    'searched by parts of words',
    '/v1/article?q=word699',
    'article',
    'SEARCH article USING INTEGER PRIMARY KEY (rowid=?); LIST SUBQUERY 1; SCAN json_each VIRTUAL TABLE INDEX 1:',
  ],
  [
    'of own records, by a rule',
    '/v1/letter',
    'letter',
    'SEARCH letter USING INDEX letter.create_user_id.index (create_user_id=?)',
  ],
  [
    'as of a time',
    '/v1/article?as_of=2000000000000',
    'quire_revision',
    'SEARCH quire_revision USING COVERING INDEX quire_revision.collection.record_id.time.index (collection=? AND record_id=? AND time>?); USE TEMP B-TREE FOR ORDER BY',
  ],
  [
    'of the trash',
    '/v1/article/trash',
    'article',
    'SEARCH article USING INDEX article.delete_time.index (delete_time>?)',
  ],
  [
    'of a history',
    '/v1/article/7/history',
    'quire_revision',
    'SEARCH quire_revision USING INDEX quire_revision.collection.record_id.time.index (collection=? AND record_id=?)',
  ],
  [
    'of the log, sought by parts of words',
    '/cms/log/search?keyword=needle',
    'quire_log',
    'SEARCH quire_log USING INTEGER PRIMARY KEY (rowid=?); LIST SUBQUERY 1; SCAN json_each VIRTUAL TABLE INDEX 1:; USE TEMP B-TREE FOR ORDER BY',
  ],
  ['of the log', '/cms/log', 'quire_log', 'SCAN quire_log USING INDEX quire_log.create_time.id.index'],
  ['of changes', '/v1/changes', 'quire_change', 'SEARCH quire_change USING INTEGER PRIMARY KEY (rowid>?)'],
];

/** The plans of the statements of a request that read columns of this table. */
async function plansOf(path: string, table: string): Promise<string[]> {
  asked = [];
  await (path.startsWith('/cms/') ? app.root : person).read(path);
  const pages = asked.filter((sql) => sql.startsWith('select "id"') && sql.includes(`from "${table}"`));
  return pages.map((sql) => engine.planOf?.(sql) ?? '');
}

describe('how a list is read:', () => {
  for (const [kind, path, table, plan] of KINDS)
    it(kind, async () => assert.equal((await plansOf(path, table)).at(-1), plan));
});

it('ways back read the first records of each by the index, and sort no others', async () => {
  const [plan = ''] = await plansOf('/v1/writer?expand=articles', 'article');
  const steps = plan.split('; ');
  assert.ok(steps.includes('SEARCH article USING INDEX article.writer.rank.index (writer=?)'));
  assert.equal(steps.filter((step) => step.startsWith('SCAN article')).length, 0);
  assert.equal(steps.filter((step) => step.startsWith('USE TEMP B-TREE')).length, 1);
});

it('candidates of a search for parts of words are read from the index and behind it alone', async () => {
  asked = [];
  await app.root.read('/cms/log/search?keyword=needle');
  const sql = asked.find((one) => one.includes('quire_log.trigrams')) ?? assert.fail();
  const steps = engine.planOf?.(sql).split('; ') ?? [];
  assert.ok(steps.includes('SEARCH quire_log USING INTEGER PRIMARY KEY (rowid>?)'), steps.join('\n'));
  assert.ok(
    steps.every((step) => !step.startsWith('SCAN quire_log ')),
    steps.join('\n'),
  );
});
