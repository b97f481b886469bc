// About every kind of list on a database server: it asks the server how it runs their statements, among records enough to count.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, type Person } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { makeRecords } from '../support/records/novels.ts';
import { engineName } from '../support/test-database.ts';

const skip = engineName === 'sqlite' && 'test/sqlite/plans-of-lists.test.ts asks SQLite';
const access =
  '{ read: everyone, create: login, update: login, delete: login, trash: login, history: login }';
const app = await freshApp({
  contentDir: projectOf({
    'content/writer.ts': `export default defineCollection({
      name: 'writer', label: 'Writer', path: '/v1/writer', audit: 'full',
      fields: { name: text({ max: 40, required: true }) },
      access: ${access},
    });`,
    'content/article.ts': `export default defineCollection({
      name: 'article', label: 'Article', path: '/v1/article', audit: 'full',
      fields: {
        title: text({ max: 80, required: true }),
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
const { watch } = app.server.store.database;
let asked: string[] = [];
watch.listen((_, __, sql) => asked.push(sql));
let person: Person;
/** Stands for the values of a statement, which are not heard of: read as a number, a text or a boolean. */
const VALUE = `'1'`;

/** How a statement reads a table. */
interface Plan {
  /** The index that it goes through; undefined if it reads the whole table. */
  readonly index: string | undefined;
  readonly sorts: boolean;
}

before(async () => {
  if (skip) return;
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
  await makeRecords(app, 'letter', Array(30).fill({ words: 'x' }));
  await makeRecords(app, 'letter', Array(1500).fill({ words: 'y' }), BigInt(person.id));
  await makeRecords(
    app,
    'quire_log',
    Array.from({ length: 3000 }, (_, at) => ({ message: `line ${at}` })),
  );
  for (const table of ['article', 'letter', 'quire_log', 'quire_revision', 'quire_change'])
    await app.database.look(engineName === 'postgres' ? `analyze ${table}` : `analyze table ${table}`);
});

/** For each kind of list: what is asked, the table, an index that may serve it, and whether it has to sort what it finds. */
const KINDS: readonly (readonly [
  kind: string,
  path: string,
  table: string,
  index: RegExp,
  sorts: boolean,
])[] = [
  ['without an order', '/v1/article', 'article', /pkey|PRIMARY/, false],
  ['from the end', '/v1/article?sort=-id', 'article', /pkey|PRIMARY/, false],
  ['sorted by an indexed field', '/v1/article?sort=-rank', 'article', /^article\.rank\./, false],
  [
    'filtered and sorted by an index of both',
    '/v1/article?filter[writer][eq]=3&sort=rank',
    'article',
    /^article\.writer\.rank\./,
    false,
  ],
  ['filtered by an indexed field', '/v1/article?filter[rank][eq]=3', 'article', /rank|pkey|PRIMARY/, true],
  ['of own records, by a rule', '/v1/letter', 'letter', /^letter\.create_user_id\./, true],
  ['of the trash', '/v1/article/trash', 'article', /^article\.delete_time\./, true],
  ['of a history', '/v1/article/7/history', 'quire_revision', /^quire_revision\.collection\.record_id/, true],
  ['of the log', '/cms/log', 'quire_log', /^quire_log\.create_time\.id\./, false],
  ['of changes', '/v1/changes', 'quire_change', /position|pkey|PRIMARY/, false],
];

/** The plan of the last statement of a request that reads columns of this table. */
async function planOf(path: string, table: string): Promise<Plan> {
  asked = [];
  await (path.startsWith('/cms/') ? app.root : person).read(path);
  const quote = engineName === 'postgres' ? '"' : '`';
  const about = asked.filter(
    (sql) => /^select (?!count)/.test(sql) && sql.includes(`from ${quote}${table}${quote}`),
  );
  const sql = about.at(-1) ?? assert.fail(`no statement reads ${table}: ${asked.join('\n')}`);
  return engineName === 'postgres' ? planOnPostgres(sql) : planOnMysql(sql, table);
}

async function planOnPostgres(sql: string): Promise<Plan> {
  const explained = await app.database.look(`explain ${sql.replace(/\$\d+/g, VALUE)}`);
  const lines = explained.map((line) => String(line['QUERY PLAN'])).join('\n');
  return { index: /(?:using|Scan on) "?([\w.]*(?:index|key))"?/.exec(lines)?.[1], sorts: /Sort/.test(lines) };
}

async function planOnMysql(sql: string, table: string): Promise<Plan> {
  const lines = await app.database.look(
    `explain ${sql
      .replace(/limit \?/g, 'limit 11')
      .replace(/offset \?/g, 'offset 0')
      .replace(/\?/g, VALUE)}`,
  );
  const line = lines.find((one) => one.table === table) ?? lines[0];
  const isWhole = line?.type === 'ALL';
  return {
    index: isWhole ? undefined : (line?.key ?? undefined),
    sorts: lines.some(({ Extra }) => /filesort/.test(Extra ?? '')),
  };
}

describe('how a list is read on a server:', { skip }, () => {
  for (const [kind, path, table, index, sorts] of KINDS)
    it(kind, async () => {
      const plan = await planOf(path, table);
      assert.match(plan.index ?? 'the whole table', index);
      assert.ok(sorts || !plan.sorts, 'it sorts what its index has in order');
    });

  it('a field without an index is sorted by one look at the table, through no index', async () => {
    const plan = await planOf('/v1/article?sort=size', 'article');
    assert.deepEqual(plan, { index: undefined, sorts: true });
  });
});
