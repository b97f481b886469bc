import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { freshApp, type SignedIn } from '../../support/fresh-app.ts';
import { image, multipart, type Uploaded, upload } from '../../support/records/uploads.ts';

const app = await freshApp({
  language: 'en',
  contentDir: 'test/content/replaced',
  locales: readLocales('en,de') ?? [],
});
const { root } = app;
const mei = await app.person();
const kai = await app.granted('issue.drafts');

const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';

interface Left {
  readonly collection: string;
  readonly version?: 'draft';
  readonly id: number;
  readonly title: string | null;
  readonly reason: string;
}
interface Preview {
  readonly expected: number;
  readonly left: readonly Left[];
}

async function uploadBy(by: SignedIn, isPrivate = false): Promise<Uploaded> {
  if (isPrivate) {
    const { body, headers } = multipart([{ key: 'f', name: 'a.png', bytes: await image() }]);
    const [held] = await app.send<Uploaded[]>('POST', '/cms/file?private=true', {
      token: by.access,
      body,
      headers,
    });
    return held ?? assert.fail();
  }
  const [file] = await upload(app, by.access, { key: 'file', name: 'a.png', bytes: await image() });
  return file ?? assert.fail();
}

const previewed = (by: SignedIn, old: Uploaded, other: Uploaded) =>
  by.post<Preview>(`/api/cms/file/${old.id}/replacement/preview`, { by: other.id });
const replaced = (by: SignedIn, old: Uploaded, other: Uploaded, expected: number) =>
  by.post<{ request_id: string; left: readonly Left[] }>(`/api/cms/file/${old.id}/replacement`, {
    by: other.id,
    expected,
  });
const nameOf = ({ collection, version, title }: Left) => [collection, version, title].join(' ');

describe('a file is replaced wherever it is used', () => {
  it('in fields, lists, blocks and texts of each language, of two collections, and all of it is undone as one', async () => {
    const [old, other] = [await uploadBy(root), await uploadBy(root)];
    const shows = ({ path }: Uploaded) => `<p><img src="/assets/${path}?width=320" alt="" /></p>`;
    const values = (one: Uploaded) => ({
      image: one.id,
      sketch: one.id,
      parts: [
        { type: 'picture', words: 'Left', image: one.id },
        { type: 'prose', body: shows(one) },
      ],
    });
    const placard = await root.make('/v1/placard', {
      title: 'All',
      ...values(old),
      body: { en: shows(old), de: shows(old) },
    });
    const issue = await root.make('/v1/issue', { title: 'May', gallery: [other.id, old.id] });
    const untouched = await root.make('/v1/placard', { title: 'Other', image: (await uploadBy(root)).id });
    const before = await root.read(`/v1/placard/${placard}?locale=all`);

    assert.deepEqual((await previewed(root, old, other)).body, { expected: 2, left: [] });
    assert.deepEqual(
      await root.read(`/v1/placard/${placard}?locale=all`),
      before,
      'a preview changes nothing',
    );
    assert.equal((await replaced(root, old, other, 1)).status, 409);
    assert.deepEqual(
      await root.read(`/v1/placard/${placard}?locale=all`),
      before,
      'another number changes nothing',
    );

    const { status, body } = await replaced(root, old, other, 2);
    assert.deepEqual([status, body.left], [200, []], JSON.stringify(body));
    const after = await root.read(`/v1/placard/${placard}?locale=all`);
    assert.partialDeepStrictEqual(after, { ...values(other), body: { en: shows(other), de: shows(other) } });
    assert.partialDeepStrictEqual(await root.read(`/v1/issue/${issue}?version=draft`), {
      gallery: [other.id],
    });
    assert.equal((await root.list(`/v1/placard/${placard}/history`)).length, 2);
    assert.equal((await root.list(`/v1/placard/${untouched}/history`)).length, 1);
    assert.deepEqual((await previewed(root, old, other)).body, { expected: 0, left: [] });

    await root.done('POST /cms/undo', { request: body.request_id, expected: 2 });
    const back = await root.read(`/v1/placard/${placard}?locale=all`);
    assert.partialDeepStrictEqual(back, { ...values(old), body: { en: shows(old), de: shows(old) } });
    assert.partialDeepStrictEqual(await root.read(`/v1/issue/${issue}?version=draft`), {
      gallery: [other.id, old.id],
    });
  });

  it('in the draft: readers see the first file until the draft is published', async () => {
    const [old, other] = [await uploadBy(root), await uploadBy(root)];
    const id = await root.make('/v1/issue', { title: 'June', gallery: [old.id] });
    await root.done(`POST /v1/issue/${id}/publish`);
    await replaced(root, old, other, 1);
    const draft = await root.read(`/v1/issue/${id}?version=draft`);
    assert.partialDeepStrictEqual(draft, { gallery: [other.id], publication: 'changed' });
    assert.partialDeepStrictEqual(await app.nobody.read(`/v1/issue/${id}`), { gallery: [old.id] });
    const { left } = (await previewed(root, old, other)).body;
    assert.deepEqual(left.map(nameOf), ['issue  June']);
    assert.match(left[0]?.reason ?? '', /only what is published/);
    await root.done(`POST /v1/issue/${id}/publish`);
    assert.partialDeepStrictEqual(await app.nobody.read(`/v1/issue/${id}`), { gallery: [other.id] });
    assert.deepEqual((await previewed(root, old, other)).body, { expected: 0, left: [] });
  });

  it('names what it leaves, and neither names nor counts what the caller may not read', async () => {
    const old = await uploadBy(root);
    const image = old.id;
    const own = await mei.make('/v1/placard', { title: 'Of Mei' });
    await root.make('/v1/placard', { title: 'Of root', image });
    const sealed = await mei.make('/v1/placard', { title: 'Sealed' });
    await root.make('/v1/note', { title: 'Secret note', image });
    const sketched = await mei.make('/v1/placard', { title: 'Sketched' });
    const issue = await root.make('/v1/issue', { title: 'Secret draft', gallery: [image] });
    await root.make('/v1/issue', { title: 'Public', gallery: [image] });
    await app.server.store.write(systemContext('given'), async (writes) => {
      const placard = writes.catalogue.get('placard');
      await writes.update(placard, BigInt(own), { image });
      await writes.update(placard, BigInt(sealed), { seal: image });
      await writes.update(placard, BigInt(sketched), { sketch: image });
    });
    const other = await uploadBy(mei);
    const { body, text } = await previewed(mei, old, other);
    assert.equal(body.expected, 1);
    assert.deepEqual(body.left.map(nameOf).sort(), ['placard  Of root', 'placard  Sealed']);
    assert.doesNotMatch(text, /Secret|Sketched|note/);
    const answer = await replaced(mei, old, other, 1);
    assert.deepEqual([answer.status, answer.body.left.length], [200, 2], answer.text);
    assert.doesNotMatch(answer.text, /Secret|Sketched|note/);
    assert.partialDeepStrictEqual(await root.read(`/v1/placard/${own}`), { image: other.id });
    assert.partialDeepStrictEqual(await root.read(`/v1/placard/${sketched}`), { sketch: image });
    assert.partialDeepStrictEqual(await root.read(`/v1/issue/${issue}?version=draft`), { gallery: [image] });
  });

  it('for those who may see drafts, in records of others that they may change, with a file of their own', async () => {
    const old = await uploadBy(root);
    const id = await root.make('/v1/issue', { title: 'July', gallery: [old.id] });
    const [foreign, own] = [await uploadBy(mei), await uploadBy(kai)];
    assert.deepEqual((await previewed(mei, old, foreign)).status, 404);
    assert.deepEqual((await previewed(kai, old, foreign)).status, 422);
    assert.deepEqual((await previewed(kai, old, own)).body, { expected: 1, left: [] });
    assert.equal((await replaced(kai, old, own, 1)).status, 200);
    assert.partialDeepStrictEqual(await root.read(`/v1/issue/${id}?version=draft`), { gallery: [own.id] });
  });

  it('unless its place takes no such file, or a text shows it by an address that the other has not', async () => {
    const [old, other, held] = [await uploadBy(root), await uploadBy(root), await uploadBy(root, true)];
    const body = `<p><img src="/assets/${old.path}" alt="" /></p>`;
    await root.make('/v1/placard', { title: 'Text', body });
    await root.make('/v1/placard', { title: 'Image', image: old.id });
    const [paper] = await upload(app, root.access, { key: 'f', name: 'a.pdf', bytes: PDF });
    const { left } = (await previewed(root, old, paper ?? assert.fail())).body;
    assert.deepEqual(left.map(nameOf), ['placard  Image']);
    assert.deepEqual((await previewed(root, old, held)).body.left.map(nameOf), ['placard  Text']);
    assert.equal((await previewed(root, old, other)).body.expected, 2);
  });

  it('for nobody who has not signed in, by no file that is unknown or the same', async () => {
    const [old, other] = [await uploadBy(root), await uploadBy(root)];
    const path = `/api/cms/file/${old.id}/replacement`;
    assert.equal((await app.nobody.post(`${path}/preview`, { by: other.id })).status, 401);
    assert.equal((await app.nobody.post(path, { by: other.id, expected: 0 })).status, 401);
    for (const [by, told] of [
      [old.id, /must be another file/],
      [999_999, /refers to 999999, which does not exist/],
    ] as const) {
      const { status, text } = await root.post(`${path}/preview`, { by });
      assert.equal(status, 422);
      assert.match(text, told);
    }
    assert.equal((await previewed(root, { ...old, id: 999_999 }, other)).status, 404);
    assert.equal((await root.post(path, { by: other.id })).status, 422);
  });
});

it('previews and replacements of one caller run one after the other', async () => {
  const [old, other] = [await uploadBy(mei), await uploadBy(mei)];
  for (let number = 0; number < 20; number += 1) await mei.make('/v1/placard', { image: old.id });
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      turn % 2 === 0 ? previewed(mei, old, other) : replaced(mei, old, other, 0),
    ),
  );
  const statuses = asked.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status !== 429).length, 1, statuses.join());
  assert.deepEqual((await previewed(mei, old, other)).body, { expected: 20, left: [] });
});
