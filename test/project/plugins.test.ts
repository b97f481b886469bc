import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { readLocales } from '../../server/definitions/locales.ts';
import { loadOwnSettings } from '../../server/project/own-settings.ts';
import { linesOf, loadProject } from '../../server/project/project.ts';
import { readProject } from '../../server/project/read-project.ts';
import { straySettings } from '../../server/project/stray-settings.ts';
import { settingsFrom } from '../../server/settings.ts';
import { freshApp } from '../support/fresh-app.ts';
import type { OpenApi } from '../support/open-api.ts';
import { collection, job, listed, plugin, route, setting, table } from '../support/plugin-files.ts';
import { projectOf } from '../support/project-of.ts';

describe('plug-ins', () => {
  const contentDir = projectOf(
    listed(
      plugin(
        'one',
        `needs: ['two', 'files'], collections: [${collection('tome')}], jobs: [${job('count_tomes', "async run({ records }) { await records.create('tome', { title: 'counted' }); }")}]`,
      ),
      plugin(
        'two',
        `routes: [${route('/v1/tome/count', "answer: Type.Object({ books: Type.Integer() }), async handle({ records }) { return { books: await records.count('tome') }; }")}], migrations: [defineMigration({ name: 'a', collection: 'tome', change: () => undefined })]`,
      ),
    ),
  );

  it('are read in their order, and named with their file', async () => {
    const { project } = await readProject({
      ...settingsFrom({ QUIRE_SECRET: '0123456789abcdef0123456789abcdef' }),
      contentDir,
    });
    assert.deepEqual(
      linesOf(project).map((line) => line.replaceAll(dirname(contentDir), '')),
      [
        'Collections book, from /content',
        "Plug-ins    one (trusted, in the server's process), two (trusted, in the server's process), from /plugins.ts",
      ],
    );
  });

  it('add collections, routes, jobs and permissions like a project’s own', async () => {
    const app = await freshApp({ contentDir });
    const editor = await app.granted('tome.create');
    const id = await editor.make('/v1/tome', { title: 'A' });
    await editor.done(`PATCH /v1/tome/${id}`, { title: 'B' });
    assert.equal((await app.root.list(`/v1/tome/${id}/history`)).length, 2);
    await app.root.done(`DELETE /v1/tome/${id}`);
    await app.root.done(`POST /v1/tome/trash/${id}/restore`);
    assert.equal((await app.nobody.read(`/v1/tome/${id}`)).title, 'B');
    const guest = await app.person();
    assert.equal((await guest.post('/v1/tome', { title: 'C' })).status, 401);
    assert.deepEqual(await guest.done('POST /v1/tome/count', {}), { books: 1 });
    const names = (await app.root.read<OpenApi>('/openapi.json')).paths;
    assert.ok('/v1/tome' in names && '/v1/tome/count' in names);
    const [job] = app.server.work.jobs;
    assert.equal(job?.name, 'count_tomes');
  });

  it('have collections in several languages, and refer to users and to the project as it does to them', async () => {
    const both = projectOf({
      ...listed(
        plugin(
          'one',
          "collections: [defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'full', fields: { words: text({ max: 80, localised: true }), book: reference('book'), keeper: reference('user') }, access: { read: everyone, create: login, update: login, delete: login } })]",
        ),
      ),
      'content/shelf.ts':
        "export default defineCollection({ name: 'shelf', label: 'Shelf', path: '/v1/shelf', audit: 'full', fields: { notes: references('note') }, access: { read: everyone, create: login, update: login, delete: login } });",
    });
    const app = await freshApp({ contentDir: both, locales: readLocales('zh,en') ?? [] });
    const book = await app.makeBook({ title: 'A', author: 'B', summary: 'C', image: 'D' });
    const note = await app.root.make('/v1/note', { words: { zh: '你好', en: 'Hello' }, book, keeper: 1 });
    const shelf = await app.root.make('/v1/shelf', { notes: [note] });
    const read = await app.root.read(`/v1/shelf/${shelf}?expand=notes.book,notes.keeper&locale=en`);
    interface Note {
      readonly words: string;
      readonly expanded: {
        readonly book: { readonly title: string };
        readonly keeper: { readonly username: string };
      };
    }
    const [seen] = (read.expanded as { notes: Note[] }).notes;
    const { book: led, keeper } = seen?.expanded ?? {};
    assert.deepEqual([seen?.words, led?.title, keeper?.username], ['Hello', 'A', 'root']);
    assert.equal((await app.root.delete(`/v1/note/${note}`)).status, 403, 'the shelf holds it');
  });

  it('leave their tables when they are removed', async () => {
    const app = await freshApp({ contentDir });
    await app.root.make('/v1/tome', { title: 'Kept' });
    await app.end();
    const without = projectOf({});
    const { databaseUrl } = app.settings;
    const bare = await freshApp({ contentDir: without, databaseUrl });
    assert.equal((await bare.root.get('/v1/tome')).status, 404);
    await bare.end();
    const again = await freshApp({ contentDir, databaseUrl });
    assert.deepEqual(
      (await again.root.list('/v1/tome')).map(({ title }) => title),
      ['Kept'],
    );
    await again.end();
  });
});

it('settings of plug-ins are listed beside those of the project', async () => {
  const contentDir = projectOf({
    'settings.ts': `export default ${table('SHOP_A')};`,
    ...listed(plugin('one', setting('SHOP_B')), plugin('two', setting('SHOP_C')), plugin('three')),
  });
  const own = await loadOwnSettings(dirname(contentDir));
  assert.deepEqual(
    Object.entries(own).map(([name, { meaning }]) => [name, meaning]),
    ['SHOP_A', 'SHOP_B', 'SHOP_C'].map((name) => [name, `What ${name} means.`]),
  );
  const { ownSettings } = await loadProject(contentDir);
  assert.deepEqual(straySettings({ ownSettings }, ['SHOP_B', 'SHOP_CC']), [
    '.env: SHOP_CC is no setting; did you mean SHOP_C?',
  ]);
});
