import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, type SignedIn } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';
import { image, type Uploaded, upload } from '../../support/records/uploads.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/media' });
const pdf = () => `%PDF-1.4\n%${Math.random()}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`;

const mei = await app.person();
const kai = await app.person();

async function uploadBy(by: SignedIn, bytes: Buffer | string): Promise<number> {
  const [file] = await upload(app, by.access, { key: 'file', name: 'a', bytes });
  return (file as Uploaded).id;
}
async function pictures(by: SignedIn, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await uploadBy(by, await image()));
  return ids;
}
interface Album {
  readonly id: number;
  readonly images: number[];
  readonly papers: number[];
}

describe('a field of several files', () => {
  it('keeps their order, and shows them as files when expanded', async () => {
    const [a = 0, b = 0, c = 0] = await pictures(mei, 3);
    const id = await mei.make('/v1/album', { images: [c, a, b] });
    const path = `/v1/album/${id}`;
    assert.partialDeepStrictEqual(await app.nobody.read(path), { images: [c, a, b], papers: [] });
    await mei.done(`PATCH ${path}`, { images: [b, c, a] });
    const one = await app.nobody.read<{ expanded: { images: { id: number; url: string }[] } }>(
      `${path}?expand=images,papers`,
    );
    assert.deepEqual(
      one.expanded.images.map((file) => file.id),
      [b, c, a],
    );
    assert.ok(one.expanded.images.every(({ url }) => url.startsWith('https://quire.test/assets/')));
    const listed = await app.nobody.list<Album>(`/v1/album?filter[images][id][eq]=${a}&expand=images`);
    assert.deepEqual(
      listed.map((record) => [record.id, record.images]),
      [[id, [b, c, a]]],
    );
    const history = await mei.list<{ changes: Record<string, unknown> }>(`${path}/history`);
    assert.deepEqual(history[0]?.changes.images, { before: [c, a, b], after: [b, c, a] });
  });

  it('refuses too few, too many, repeated, foreign and wrong ones', async () => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = await pictures(mei, 5);
    const [foreign = 0] = await pictures(kai, 1);
    const paper = await uploadBy(mei, pdf());
    const refused: [images: unknown, told: RegExp][] = [
      [undefined, /images/],
      [null, /images/],
      [[], /images/],
      [[a], /images/],
      [[a, b, c, d, e], /images/],
      [[a, a], /images/],
      [[a, 'b'], /images/],
      [[a, foreign], new RegExp(`images refers to ${foreign}, which does not exist`)],
      [[a, 999_999], /images refers to 999999, which does not exist/],
      [[a, paper], new RegExp(`images refers to ${paper}, whose type must be image`)],
    ];
    for (const [images, told] of refused) {
      const answer = await mei.post('/v1/album', { images });
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], JSON.stringify(images));
      assert.match(String(answer.body.message), told);
      assert.doesNotMatch(answer.text, /assets/);
    }
    const byNobody = await app.nobody.post('/v1/album', { images: [a, b] });
    assert.equal(byNobody.status, 401);
  });

  it('holds up the deletion of its files, or lets go of them; where they are used is told', async () => {
    const [a = 0, b = 0] = await pictures(mei, 2);
    const papers = [await uploadBy(mei, pdf()), await uploadBy(mei, pdf()), await uploadBy(mei, pdf())];
    const id = await mei.make('/v1/album', { images: [a, b], papers });
    const usage = await mei.read<{ items: object[] }>(`/cms/file/${papers[1]}/usage`);
    assert.partialDeepStrictEqual(usage.items, [
      { record: 'album', field: 'papers', count: 1, on_delete: 'detach' },
    ]);
    assert.equal((await app.root.delete(`/cms/file/${b}`)).status, 403);
    assert.equal((await app.root.delete(`/cms/file/${papers[1]}`)).status, 200);
    assert.partialDeepStrictEqual(await app.nobody.read(`/v1/album/${id}`), {
      images: [a, b],
      papers: [papers[0], papers[2]],
    });
  });

  it('that is not everybody’s to see is told nobody else on any path', async () => {
    const [a = 0, b = 0, hidden = 0] = await pictures(mei, 3);
    const seer = await app.granted('album.drafts.read');
    const id = await mei.make('/v1/album', { images: [a, b] });
    await app.root.done(`PATCH /v1/album/${id}`, { drafts: [hidden] });
    const path = `/v1/album/${id}`;
    assert.partialDeepStrictEqual(await seer.read(path), { drafts: [hidden] });
    for (const asked of [path, `${path}/history`, `/v1/album?filter[id][eq]=${id}`]) {
      const { text } = await mei.get(asked);
      assert.doesNotMatch(text, /drafts/, asked);
    }
    for (const asked of [`${path}?expand=drafts`, `/v1/album?filter[drafts][eq]=${hidden}`])
      assert.equal((await mei.get(asked)).status, 400, asked);
    assert.equal((await mei.get(`/cms/file/${hidden}/usage`)).status, 200, 'its uploader may ask');
    assert.deepEqual(await mei.list(`/cms/file/${hidden}/usage`), []);
  });

  it('leaves and comes back in every form', async () => {
    const [a = 0, b = 0, c = 0] = await pictures(mei, 3);
    const transfer = importsInto(app, '/v1/album');
    const id = await mei.make('/v1/album', { title: 'away', images: [c, a, b] });
    for (const format of ['csv', 'jsonl', 'json']) {
      const left = await transfer.exported(
        `format=${format}&filter[id][eq]=${id}&fields=title,images,papers`,
      );
      const { created } = await transfer.run(`format=${format}`, left);
      assert.equal(created, 1, format);
      const [last] = await app.nobody.list<Album>('/v1/album?sort=-id&count=1');
      assert.deepEqual([last?.images, last?.papers], [[c, a, b], []], format);
    }
  });

  it('is described with its bounds', async () => {
    const album = await mei.read<{ fields: { name: string }[] }>('/cms/definition/album');
    assert.partialDeepStrictEqual(
      album.fields.find(({ name }) => name === 'images'),
      { kind: 'files', many: true, min_items: 2, max_items: 4, types: ['image/*'], on_delete: 'refuse' },
    );
  });
});
