import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { builtPage } from '../support/browser/console-page.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

const collection = (name: string, title: string) =>
  `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full', fields: { ${title}: text({ max: 80, required: true }), slug: text({ max: 100, unique: true }) }, access: { read: everyone, create: login, update: login, delete: login } });`;
const collections = {
  'content/article.ts': collection('article', 'title'),
  'content/page.ts': collection('page', 'name'),
};
const pages = "{ article: { from: 'title', path: '/articles/' }, page: { from: 'name', path: '/' } }";
const contentDir = projectOf({
  ...collections,
  'plugins.ts': `import slugs from '${new URL('../../examples/plugin/src/index.ts', import.meta.url)}';
    export default [slugs({ keepDays: 30, pages: ${pages} })];`,
});
const app = await freshApp({ contentDir });
const { root, nobody } = app;
const article = (values: object) => root.make('/v1/article', values);
const slugOf = async (id: number) => (await nobody.read(`/v1/article/${id}`)).slug;
const follow = async (path: string) => {
  const { status, headers } = await nobody.get(`/v1/redirect/from/${path}`);
  return status === 301 ? headers.location : status;
};

describe('the example of a plug-in', () => {
  it('fills a slug that is missing, in letters of any language, and numbers one that is taken', async () => {
    const slugs = [];
    for (const values of [
      { title: 'Hello, World!' },
      { title: 'hello world' },
      { title: '你好 世界' },
      { title: 'x', slug: 'mine' },
    ])
      slugs.push(await slugOf(await article(values)));
    assert.deepEqual(slugs, ['hello-world', 'hello-world-2', '你好-世界', 'mine']);
  });

  it('does so for each collection by a field of its own', async () => {
    const id = await root.make('/v1/page', { name: 'Hello, World!' });
    assert.equal((await nobody.read(`/v1/page/${id}`)).slug, 'hello-world');
  });

  for (const [language, text] of [
    ['en', /no slug can be made without letters/],
    ['zh', /没有字母/],
  ] as const)
    it(`refuses a text without letters in the language of the caller: ${language}`, async () => {
      const answer = await root.post(
        '/v1/article',
        { title: '!?' },
        { headers: { 'accept-language': language } },
      );
      assert.deepEqual([answer.status, answer.body.code], [400, 10064]);
      assert.match(answer.text, text);
      assert.match(answer.text, /"code":"slugs.noLetters"/);
    });

  it('leads from former slugs to the present one, also after several changes', async () => {
    const id = await article({ title: 'First' });
    for (const slug of ['second', 'third']) await root.done(`PATCH /v1/article/${id}`, { slug });
    for (const former of ['first', 'second'])
      assert.equal(await follow(`article/${former}`), '/articles/third');
    for (const other of ['article/third', 'article/none', 'page/first'])
      assert.equal(await follow(other), 404);
    assert.equal(await follow('nothing/first'), 400);
  });

  it('forgets a slug that is in use again', async () => {
    const id = await article({ title: 'Back' });
    await root.done(`PATCH /v1/article/${id}`, { slug: 'forth' });
    await root.done(`PATCH /v1/article/${id}`, { slug: 'back' });
    assert.deepEqual([await follow('article/forth'), await follow('article/back')], ['/articles/back', 404]);
    await article({ title: 'Forth' });
    assert.equal(await follow('article/forth'), 404);
  });

  it('makes a slug again where one is taken away', async () => {
    const id = await article({ title: 'Again', slug: 'odd' });
    await root.done(`PATCH /v1/article/${id}`, { slug: null });
    assert.equal(await slugOf(id), 'again');
  });

  it('leads nowhere while the record is in the trash, and forgets it with the record', async () => {
    const id = await article({ title: 'Gone' });
    await root.done(`PATCH /v1/article/${id}`, { slug: 'gone-too' });
    await root.done(`DELETE /v1/article/${id}`);
    assert.equal(await follow('article/gone'), 410);
    await root.done(`POST /v1/article/trash/${id}/restore`);
    assert.equal(await follow('article/gone'), '/articles/gone-too');
    await root.done(`DELETE /v1/article/${id}`);
    await root.done(`DELETE /v1/article/trash/${id}`);
    assert.deepEqual(await root.list('/v1/redirect?filter[slug][eq]=gone'), []);
  });

  it('removes redirects that are old', async () => {
    const [old, young] = [await article({ title: 'Old' }), await article({ title: 'Young' })];
    for (const id of [old, young]) await root.done(`PATCH /v1/article/${id}`, { slug: `new-${id}` });
    await app.behind(
      'update redirect set create_time = ? where slug = ?',
      Date.now() - 31 * 86_400_000,
      'old',
    );
    await root.done('POST /cms/job', { kind: 'jobs/remove_stale_redirects' });
    await app.server.store.jobs.idle();
    assert.deepEqual(
      [await follow('article/old'), await follow('article/young')],
      [404, `/articles/new-${young}`],
    );
  });

  it('shows and removes redirects for those whom its permissions admit', async () => {
    const guest = await app.person();
    const editor = await app.granted('redirect.read', 'redirect.delete');
    assert.equal((await guest.get('/v1/redirect')).status, 401);
    const [one] = await editor.list<{ id: number }>('/v1/redirect');
    await editor.done(`DELETE /v1/redirect/${one?.id}`);
    assert.equal((await editor.post('/v1/redirect', { record: 'article', slug: 'x', row: 1 })).status, 401);
  });
});

describe('the part of the console that the example brings', () => {
  /** The compiled package, in a project that installed it. */
  function installed(options: string): string {
    const content = projectOf({
      ...collections,
      'plugins.ts': `import slugs from 'quire-slugs';
      export default [slugs({ pages: ${pages}, ${options} })];`,
    });
    const folder = join(content, '../node_modules/quire-slugs');
    mkdirSync(folder, { recursive: true });
    const compiler = [
      'node_modules/typescript-7/bin/tsc',
      '-p',
      'examples/plugin',
      '--noCheck',
      '--declaration',
      'false',
    ];
    execFileSync(process.execPath, [...compiler, '--outDir', join(folder, 'dist')]);
    cpSync('examples/plugin/package.json', join(folder, 'package.json'));
    return content;
  }
  const openedWith = (options: string) =>
    freshApp({ contentDir: installed(options), consoleDir: builtPage(), publicUrl: undefined });
  interface Parts {
    readonly items: readonly {
      readonly kind: string;
      readonly name: string;
      readonly plugin: string;
      readonly script: string;
    }[];
  }

  it('is served from the compiled package, to those who see redirects', async () => {
    const { root, granted, request } = await openedWith('opensRecords: true');
    const { items } = await root.read<Parts>('/api/cms/console/part');
    assert.deepEqual(
      items.map(({ kind, name, plugin }) => [kind, name, plugin]),
      [['action', 'open-record', 'slugs']],
    );
    const { status, text } = await request('GET', `/console/parts/${items[0]?.script}`);
    assert.equal(status, 200);
    assert.match(text, /\/v1\/redirect\//);
    const told = async (...permissions: string[]) =>
      (await (await granted(...permissions)).read<Parts>('/api/cms/console/part')).items.length;
    assert.deepEqual([await told('redirect.read'), await told()], [1, 0]);
  });

  it('is left out unless a project wants it', async () => {
    const { root } = await openedWith('keepDays: 30');
    assert.deepEqual((await root.read<Parts>('/api/cms/console/part')).items, []);
  });
});
