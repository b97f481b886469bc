import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { ItemOf } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';
import { newDatabase } from '../../support/test-database.ts';

const contentDir = projectOf({
  'content/story.ts': `export default defineCollection({ name: 'story', label: 'Story', path: '/v1/story', audit: 'full',
    drafts: true, search: ['title'], fields: { title: text({ max: 90, required: true, localised: true }) },
    access: { read: login, create: login, update: login, delete: login, drafts: login, publish: login } });`,
});
const app = await freshApp({ contentDir, locales: readLocales('en,de') ?? [] });

describe('searching what has drafts and languages', () => {
  it('finds what is published, in the language that is asked for', async () => {
    const writer = await app.person();
    const id = await writer.make('/v1/story', { title: 'apple' });
    const found = async (query: string) =>
      (await writer.list<{ id: number }>(`/v1/story?${query}`)).map((record) => record.id);
    assert.deepEqual([await found('search=apple'), await found('version=draft&search=apple')], [[], [id]]);
    await writer.done(`POST /v1/story/${id}/publish`);
    assert.deepEqual(await found('search=apple'), [id]);
    await writer.done(`PATCH /v1/story/${id}?locale=de`, { title: 'Apfel' });
    assert.deepEqual(await found('search=apfel&locale=de'), []);
    await writer.done(`POST /v1/story/${id}/publish`);
    assert.deepEqual(await found('search=apfel&locale=de'), [id]);
    assert.deepEqual([await found('search=apfel'), await found('search=apple&locale=de')], [[], []]);
    const items = await writer.list<ItemOf<'GET /v1/search'>>('/v1/search?q=apf&locale=de');
    assert.deepEqual(items, [
      { record: 'story', id, title: 'Apfel', highlights: { title: [{ text: 'Apfel', found: true }] } },
    ]);
    await writer.done(`POST /v1/story/${id}/unpublish`);
    assert.deepEqual(await found('search=apfel&locale=de'), []);
    assert.deepEqual(await writer.list('/v1/search?q=apf&locale=de'), []);
  });
});

describe('a search that a definition loses', () => {
  const projectWith = (search: string) =>
    projectOf(
      Object.fromEntries(
        ['story', 'memo'].map((name) => [
          `content/${name}.ts`,
          `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'none',
            ${name === 'story' ? search : "search: ['title'],"} fields: { title: text({ max: 90 }) },
            access: { read: login, create: login, update: login, delete: login } });`,
        ]),
      ),
    );
  const searching = projectWith("search: ['title'],");

  it('finds what is written meanwhile once it is back, and the search of others stays', async () => {
    const kept = await newDatabase();
    const start = async (project: string) => {
      const started = await freshApp({ ...kept.address, contentDir: project });
      kept.closeFirst(started.end);
      return started;
    };
    const first = await start(searching);
    const id = await first.root.make('/v1/story', { title: 'apple' });
    const memo = await first.root.make('/v1/memo', { title: 'apple' });
    await first.end();
    const without = await start(projectWith(''));
    assert.equal((await without.root.get('/v1/story?search=apple')).status, 400);
    await without.root.done(`PATCH /v1/story/${id}`, { title: 'pear' });
    await without.end();
    const { root } = await start(searching);
    const found = async (path: string) => (await root.list<{ id: number }>(path)).map((one) => one.id);
    assert.deepEqual(await found('/v1/story?search=pear'), [id]);
    assert.deepEqual(await found('/v1/story?search=apple'), []);
    assert.deepEqual(await found('/v1/memo?search=apple'), [memo]);
  });
});
