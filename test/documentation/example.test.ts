import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { image, upload } from '../support/uploads.ts';

const app = await freshApp({ contentDir: 'examples/blog', sampleData: true });
const editor = await app.granted('Edit categories');
const author = await app.person();
const other = await app.person();

describe('the blog example', () => {
  it('begins with its samples, each after those that it refers to', async () => {
    const counts = await Promise.all(
      ['category', 'tag', 'article', 'comment'].map(async (name) => {
        const { total } = await app.send<{ total: number }>('GET', `/v1/${name}?count=1&total=true`);
        return [name, total];
      }),
    );
    assert.deepEqual(Object.fromEntries(counts), { category: 5, tag: 9, article: 400, comment: 1200 });
  });

  it('lets one permission stand for several actions', async () => {
    const { id } = await app.send<{ id: number }>('POST', '/v1/category', {
      token: editor.access,
      body: { name: 'Letters' },
    });
    await app.send('PATCH', `/v1/category/${id}`, { token: editor.access, body: { info: 'What you wrote' } });
    assert.equal((await app.send('GET', `/v1/category/${id}`)).slug, 'letters');
    const refused = await app.request('DELETE', `/v1/category/${id}`, { token: author.access });
    assert.deepEqual([refused.status, refused.body.code], [401, 10000]);
    await app.send('DELETE', `/v1/category/${id}`, { token: editor.access });
  });

  it('has media with their files, shown by articles', async () => {
    const [picture] = await upload(app, author.access, { key: 'file', name: 'a.png', bytes: await image() });
    const make = async (path: string, body: object) =>
      (await app.send<{ id: number }>('POST', path, { token: author.access, body })).id;
    const cover = await make('/v1/media', { title: 'A loaf', file: picture?.id });
    const id = await make('/v1/article', { title: 'With a loaf', category: 1, tags: [7, 1], cover });
    assert.partialDeepStrictEqual(await app.send('GET', `/v1/article/${id}?expand=tags,cover.file`), {
      tags: [7, 1],
      expanded: {
        tags: [{ name: 'quick' }, { name: 'spring' }],
        cover: { title: 'A loaf', expanded: { file: { url: picture?.url } } },
      },
    });
    await app.send('DELETE', `/v1/media/${cover}`, { token: author.access });
    assert.equal((await app.send('GET', `/v1/article/${id}`)).cover, null);
  });

  it('leaves an article to its author', async () => {
    const body = { title: 'A first try', category: 1 };
    const { id } = await app.send<{ id: number }>('POST', '/v1/article', { token: author.access, body });
    const changes = { status: 'published' };
    const refused = await app.request('PATCH', `/v1/article/${id}`, { token: other.access, body: changes });
    assert.equal(refused.status, 404);
    await app.send('PATCH', `/v1/article/${id}`, { token: author.access, body: changes });
    assert.equal((await app.send('GET', `/v1/article/${id}`)).status, 'published');
  });
});
