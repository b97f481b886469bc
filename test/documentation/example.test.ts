import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestApp } from '../../server/entries/testing.ts';
import { freshApp } from '../support/fresh-app.ts';
import { image, upload } from '../support/records/uploads.ts';

const app = await freshApp({ contentDir: 'examples/blog/content', sampleData: true });
const editor = await app.granted('category.edit');
const author = await app.person();
const other = await app.person();

describe('the blog example', () => {
  it('begins with its samples, each after those that it refers to', async () => {
    const counts = await Promise.all(
      ['category', 'tag', 'article', 'comment'].map(async (name) => {
        const { total } = await app.nobody.read<{ total: number }>(`/v1/${name}?count=1&total=true`);
        return [name, total];
      }),
    );
    assert.deepEqual(Object.fromEntries(counts), { category: 5, tag: 9, article: 400, comment: 1200 });
  });

  it('lets one permission stand for several actions', async () => {
    const id = await editor.make('/v1/category', { name: 'Letters' });
    await editor.done(`PATCH /v1/category/${id}`, { info: 'What you wrote' });
    assert.equal((await app.nobody.read(`/v1/category/${id}`)).slug, 'letters');
    const refused = await author.delete(`/v1/category/${id}`);
    assert.deepEqual([refused.status, refused.body.code], [401, 10000]);
    await editor.done(`DELETE /v1/category/${id}`);
  });

  it('has media with their files, shown by articles', async () => {
    const [picture] = await upload(app, author.access, { key: 'file', name: 'a.png', bytes: await image() });
    const make = async (path: string, body: object) => await author.make(path, body);
    const cover = await make('/v1/media', { title: 'A loaf', file: picture?.id });
    const id = await make('/v1/article', { title: 'With a loaf', category: 1, tags: [7, 1], cover });
    assert.partialDeepStrictEqual(await app.nobody.read(`/v1/article/${id}?expand=tags,cover.file`), {
      tags: [7, 1],
      expanded: {
        tags: [{ name: 'quick' }, { name: 'spring' }],
        cover: { title: 'A loaf', expanded: { file: { url: picture?.url } } },
      },
    });
    await author.done(`DELETE /v1/media/${cover}`);
    assert.equal((await app.nobody.read(`/v1/article/${id}`)).cover, null);
  });

  it('leaves an article to its author', async () => {
    const body = { title: 'A first try', category: 1 };
    const id = await author.make('/v1/article', body);
    const changes = { status: 'published' };
    const refused = await other.patch(`/v1/article/${id}`, changes);
    assert.equal(refused.status, 404);
    await author.done(`PATCH /v1/article/${id}`, changes);
    assert.equal((await app.nobody.read(`/v1/article/${id}`)).status, 'published');
  });
});

interface Seeded {
  readonly items: readonly {
    readonly title: { readonly en: string; readonly zh: string };
    readonly expanded: { readonly gallery: readonly { readonly alt: Readonly<Record<string, string>> }[] };
  }[];
}

it('the seed of the blog brings articles in two languages with described pictures, and keeps a draft back', async () => {
  await using seeded = await openTestApp({ CONTENT_DIR: 'examples/blog/content' });
  await seeded.seed();
  const articles = await seeded.as().get<Seeded>('/v1/article?count=100&locale=all&expand=gallery');
  assert.ok(articles.body.items.length > 10);
  for (const { title, expanded } of articles.body.items) {
    assert.ok(title.en && title.zh);
    assert.ok(expanded.gallery.length > 0);
    for (const { alt } of expanded.gallery) assert.deepEqual(Object.keys(alt).toSorted(), ['en', 'zh']);
  }
  const count = async (query: string) => {
    const { body } = await seeded
      .as(seeded.root)
      .get<{ total: number }>(`/v1/walk?count=1&total=true${query}`);
    return body.total;
  };
  assert.equal(await count('&version=draft'), (await count('')) + 1);
});
