import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operatorDoor } from '../../../server/access/operator.ts';
import { done, success } from '../../../server/access/write-result.ts';
import { seed } from '../../../server/project/seed.ts';
import { makeSeedFiles } from '../../../server/project/seed-files.ts';
import type { Job, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';
import { importsInto } from '../../support/records/imports.ts';
import { undoing } from '../../support/records/undoing.ts';
import { until } from '../../support/until.ts';

// Two plug-ins tell of every moment; `page` has hooks of its own as well, `note` has none, `story` has drafts.

const MOMENTS = ['Create', 'Update', 'Delete', 'Restore', 'Purge'].flatMap((action) => [
  `before${action}`,
  `after${action}`,
]);
/** Hooks that add a line to `trace` at each moment, and a letter to `by` before a record is created or changed. */
const telling = (who: string, of: string) =>
  MOMENTS.map((moment) => {
    const adds = /before(Create|Update)/.test(moment);
    const letter = `return { by: (changes?.by ?? values?.by ?? record?.by ?? '') + '${who}' };`;
    return `async ${moment}({ records, values, changes, record }) { await records.create('trace', { line: '${who} ${moment} ' + ${of} }); ${adds ? letter : ''} }`;
  }).join(', ');
const ACCESS =
  'access: { read: everyone, create: login, update: login, delete: login, restore: login, purge: login, trash: login, history: login';
const collection = (name: string, more = '') =>
  `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full', fields: { title: text({ max: 80, unique: ${name !== 'trace'} }), by: text({ max: 80, default: '' }) }, ${ACCESS}${more.startsWith('drafts') ? ', drafts: login, publish: login' : ''} }, ${more} });`;
const hooksOf = (who: string, more = '') =>
  `hooks: { only: ['page', 'note', 'story'], ${telling(who, 'arguments[0].collection')}, async afterCommit({ collection, action, before, record, records, delivery }) { if (record.title === 'stubborn ${who}') throw new Error('no post'); await records.create('trace', { line: '${who} afterCommit ' + collection + ' ' + action + ' ' + (before?.title ?? '-') + ' ' + record.title + ' ' + delivery.length }); } ${more} }`;

const app = await freshApp({
  logLevel: 'silent',
  contentDir: projectOf({
    'content/page.ts': collection('page', `hooks: { ${telling('own', "'page'")} }`),
    'content/note.ts': collection('note'),
    'content/story.ts': collection('story', 'drafts: true'),
    'content/trace.ts':
      "export default defineCollection({ name: 'trace', label: 'Trace', path: '/v1/trace', audit: 'creation', fields: { line: text({ max: 200 }) }, access: { read: everyone, create: login, update: login, delete: login } });",
    'fixtures/note.ts':
      "export default defineFixture({ collection: 'note', key: 'title', records: [{ title: 'seeded' }] });",
    'plugins.ts': `export default [definePlugin({ name: 'a', ${hooksOf('a')} }), definePlugin({ name: 'b', ${hooksOf('b')} })];`,
  }),
});
const { root } = app;
let count = 0;
const fresh = () => `t${++count}`;

/** The lines that hooks add while something is done, in their order: first those within transactions, then the others. */
async function traced(work: () => Promise<unknown>): Promise<string[]> {
  await app.server.store.jobs.idle();
  const [last] = await root.list<{ id: number }>('/v1/trace?sort=-id&count=1');
  await work();
  await app.server.store.jobs.idle();
  const lines = (
    await root.list<{ line: string }>(`/v1/trace?sort=id&count=100&filter[id][gt]=${last?.id ?? 0}`)
  ).map(({ line }) => line);
  const isLater = (line: string) => line.includes('afterCommit');
  return [...lines.filter((line) => !isLater(line)), ...lines.filter(isLater).sort()];
}

/** The lines of these actions on one record: the collection itself, if it has hooks, and both plug-ins write one for each moment. */
const expected = (collection: string, actions: readonly string[]): string[] =>
  actions.flatMap((action) =>
    [`before${action}`, `after${action}`].flatMap((moment) =>
      [...(collection === 'page' ? ['own'] : []), 'a', 'b'].map((who) => `${who} ${moment} ${collection}`),
    ),
  );

interface AnyRecord {
  readonly path: string;
  readonly id: number;
  readonly title: string;
}
const record = async (collection: string): Promise<AnyRecord> => {
  const title = fresh();
  return { path: `/v1/${collection}`, id: await root.make(`/v1/${collection}`, { title }), title };
};
const bulk = (path: string, item: object) => root.done(`POST ${path}/bulk`, { items: [item] });
const set = async (item: object) => {
  const id = await root.make('/v1/change-set', { title: 'x', items: [item] });
  await root.done(`POST /v1/change-set/${id}/submit`);
  await (await app.superAdministrator()).done(`POST /v1/change-set/${id}/approve`, {
    version: 2,
    apply: true,
  });
};
const { undo, within } = undoing(app);

type Way = readonly [
  what: string,
  actions: readonly string[],
  prepare: (collection: string) => Promise<() => Promise<unknown>>,
];
const onRecord = (work: (one: AnyRecord) => Promise<unknown>) => async (collection: string) => {
  const one = await record(collection);
  return () => work(one);
};
const inTrash = (work: (one: AnyRecord) => Promise<unknown>) => async (collection: string) => {
  const one = await record(collection);
  await root.done(`DELETE ${one.path}/${one.id}`);
  return () => work(one);
};
const ways: readonly Way[] = [
  ['a POST', ['Create'], async (collection) => () => record(collection)],
  ['a PUT', ['Update'], onRecord(({ path, id }) => root.done(`PUT ${path}/${id}`, { title: fresh() }))],
  ['a PATCH', ['Update'], onRecord(({ path, id }) => root.done(`PATCH ${path}/${id}`, { title: fresh() }))],
  [
    'an upsert that creates',
    ['Create'],
    async (collection) => () => root.done(`PUT /v1/${collection}?by=title`, { title: fresh() }),
  ],
  [
    'an upsert that changes',
    ['Update'],
    onRecord(({ path, title }) => root.done(`PUT ${path}?by=title`, { title, by: 'x' })),
  ],
  ['a DELETE', ['Delete'], onRecord(({ path, id }) => root.done(`DELETE ${path}/${id}`))],
  [
    'a restore from the trash',
    ['Restore'],
    inTrash(({ path, id }) => root.done(`POST ${path}/trash/${id}/restore`)),
  ],
  ['a purge', ['Purge'], inTrash(({ path, id }) => root.done(`DELETE ${path}/trash/${id}`))],
  [
    'a bulk create',
    ['Create'],
    async (collection) => () => bulk(`/v1/${collection}`, { action: 'create', values: { title: fresh() } }),
  ],
  [
    'a bulk update',
    ['Update'],
    onRecord(({ path, id }) => bulk(path, { action: 'update', id, values: { title: fresh() } })),
  ],
  ['a bulk delete', ['Delete'], onRecord(({ path, id }) => bulk(path, { action: 'delete', id }))],
  [
    'an import',
    ['Create'],
    async (collection) => () =>
      importsInto(app, `/v1/${collection}`).run('format=jsonl', JSON.stringify({ title: fresh() })),
  ],
  [
    'a restored revision',
    ['Update'],
    async (collection) => {
      const { path, id } = await record(collection);
      await root.done(`PATCH ${path}/${id}`, { title: fresh() });
      const first = (await root.list<Revision>(`${path}/${id}/history`)).at(-1);
      return () => root.done(`POST ${path}/${id}/history/${first?.id}/restore`);
    },
  ],
  [
    'an undo',
    ['Update'],
    async (collection) => {
      const { path, id } = await record(collection);
      const editor = await app.person();
      const scope = await within(editor, () => editor.done(`PATCH ${path}/${id}`, { title: fresh() }));
      return () => undo(root, scope);
    },
  ],
  [
    'a change set',
    ['Update'],
    async (collection) => {
      const { id } = await record(collection);
      return () => set({ record: collection, action: 'update', id, values: { title: fresh() } });
    },
  ],
];

describe('hooks of plug-ins run behind those of the collection, in the order of the list, by', () => {
  for (const [what, actions, prepare] of ways)
    for (const collection of ['page', 'note'])
      it(`${what} of a ${collection}`, async () => {
        const lines = await traced(await prepare(collection));
        const later = lines.filter((line) => line.includes('afterCommit'));
        assert.deepEqual(lines.slice(0, -later.length), expected(collection, actions));
        assert.deepEqual(
          later.map((line) => line.split(' ').slice(0, 4).join(' ')),
          ['a', 'b'].map((who) => `${who} afterCommit ${collection} ${actions[0]?.toLowerCase()}`),
        );
      });

  it('a draft, its publication now and at a time, and their end', async () => {
    const story = await record('story');
    const publish = async (more: object = {}) => {
      await root.done(`POST /v1/story/${story.id}/publish`, more);
      await until(async () => (await app.nobody.get(`/v1/story/${story.id}`)).status === 200);
    };
    const before = (lines: readonly string[]) => lines.filter((line) => !line.includes('afterCommit'));
    const published = ['a afterUpdate story', 'b afterUpdate story'];
    assert.deepEqual(before(await traced(() => record('story'))), expected('story', ['Create']));
    assert.deepEqual(before(await traced(() => publish())), published);
    await root.done(`POST /v1/story/${story.id}/unpublish`);
    assert.deepEqual(before(await traced(() => publish({ at: Date.now() + 1200 }))).slice(-2), published);
    const change = () => root.done(`PATCH /v1/story/${story.id}`, { title: fresh() });
    assert.deepEqual(before(await traced(change)), expected('story', ['Update']));
    const discard = () => root.done(`POST /v1/story/${story.id}/discard`);
    assert.deepEqual(before(await traced(discard)), expected('story', ['Update']));
    const remove = () => root.done(`DELETE /v1/story/${story.id}`);
    assert.deepEqual(before(await traced(remove)).slice(0, 2), [
      'a beforeDelete story',
      'b beforeDelete story',
    ]);
  });

  it('a seed', async () => {
    const { store, project, takeFile } = app.server;
    const files = makeSeedFiles(project.root, takeFile?.(false), false);
    const lines = await traced(() =>
      operatorDoor(store, 'seed').write(async (writes) => {
        await seed(writes, project, files, () => undefined);
        return done(success.done, 'seeded');
      }),
    );
    assert.deepEqual(lines.slice(0, 4), expected('note', ['Create']));
  });
});

describe('what hooks add', () => {
  for (const [collection, created, changed] of [
    ['page', 'ownab', 'ownabownab'],
    ['note', 'ab', 'abab'],
  ])
    it(`goes from one to the next, of a ${collection}`, async () => {
      const { path, id } = await record(String(collection));
      assert.equal((await root.read(`${path}/${id}`)).by, created);
      await root.done(`PATCH ${path}/${id}`, { title: fresh() });
      assert.equal((await root.read(`${path}/${id}`)).by, changed);
    });
});

describe('after a commit', () => {
  it('a hook that fails leaves the record, and does not hold up that of another plug-in', async () => {
    const { path, id } = await record('note');
    const lines = await traced(() => root.done(`PATCH ${path}/${id}`, { title: 'stubborn a' }));
    assert.deepEqual(
      lines.slice(-1).map((line) => line.split(' ').slice(0, 4).join(' ')),
      ['b afterCommit note update'],
    );
    assert.equal((await root.read(`${path}/${id}`)).title, 'stubborn a');
    const jobs = await root.list<Job>('/cms/job?kind=afterCommitOfPlugin&count=20');
    assert.ok(
      jobs.some(({ problem }) => problem?.includes('a/note.afterCommit')),
      JSON.stringify(jobs),
    );
  });
});
