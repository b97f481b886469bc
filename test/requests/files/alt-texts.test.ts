import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { type LibraryFile, openMedia } from '../../support/records/media.ts';
import { uploadImage } from '../../support/records/uploads.ts';

const { app, mei, librarian, told } = await openMedia();

describe('alt texts', () => {
  it('are kept by language, each for itself', async () => {
    const { id } = await uploadImage(app, mei.access);
    const say = (alt: unknown) => mei.done(`PATCH /cms/file/${id}`, { alt });
    await say({ en: 'Dunes at dawn', de: 'Dünen 🌅' });
    await say({ de: '' });
    assert.deepEqual((await told(mei, id)).alt, { en: 'Dunes at dawn', de: '' });
    await say({ en: null });
    assert.deepEqual((await told(mei, id)).alt, { de: '' });
    await say({ de: null });
    assert.equal((await told(mei, id)).alt, undefined);
    await say({ en: 'x' });
    await say(null);
    assert.equal((await told(mei, id)).alt, undefined);
  });

  it('are lines, without marks that nobody sees', async () => {
    const { id } = await uploadImage(app, mei.access);
    await mei.done(`PATCH /cms/file/${id}`, { alt: { en: ' cafe\u0301\u202e ', de: '\u200b' } });
    assert.deepEqual((await told(mei, id)).alt, { en: 'café', de: '' });
    for (const text of ['a\nb', 'a\u0007b', 'a\0b', 'a\ud800b', 'x'.repeat(501)])
      assert.equal((await mei.patch(`/cms/file/${id}`, { alt: { en: text } })).status, 400);
    assert.deepEqual((await told(mei, id)).alt, { en: 'café', de: '' });
  });

  it('are shown wherever a record is expanded to its files, and nothing of the library is', async () => {
    const { id } = await uploadImage(app, mei.access);
    const tags = ['secret-project'];
    await librarian.done(`PATCH /cms/file/${id}`, {
      alt: { en: 'Dunes' },
      folder_id: await librarian.make('/cms/file/folder', { name: 'x' }),
      tags,
    });
    const photo = await mei.make('/v1/photo', { image: id });
    const other = await uploadImage(app, mei.access);
    const album = await mei.make('/v1/album', { images: [id, other.id] });
    for (const path of [
      `/v1/photo/${photo}?expand=image`,
      `/v1/photo?expand=image&filter[id][eq]=${photo}`,
      `/v1/album/${album}?expand=images`,
    ]) {
      const { text } = await app.nobody.get(path);
      assert.match(text, /"alt":\{"en":"Dunes"\}/, path);
      assert.doesNotMatch(text, /folder|tags|secret-project/, path);
    }
    assert.match((await app.nobody.get(`/v1/album/${album}?expand=images`)).text, /"alt":null/);
    const asked = await app.nobody.get('/v1/photo?filter[image][folder_id][gt]=0');
    assert.equal(asked.status, 400);
    const listed = await mei.list<LibraryFile>('/cms/file?mine=true&count=100');
    const own = listed.find((one) => one.id === id);
    assert.deepEqual([own?.alt, own?.folder_id, own?.tags], [{ en: 'Dunes' }, undefined, undefined]);
  });

  it('are refused in other languages than those of content', async () => {
    const { id } = await uploadImage(app, mei.access);
    for (const alt of [
      { fr: 'x' },
      { en: 'x', 'de-AT': 'y' },
      { '': 'x' },
      { en: 1 },
      'x',
      [],
      { en: 'x'.repeat(501) },
    ]) {
      const answer = await mei.patch(`/cms/file/${id}`, { alt });
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030], JSON.stringify(alt));
    }
    await mei.done(`PATCH /cms/file/${id}`, { alt: { fr: null } });
    assert.equal((await told(mei, id)).alt, undefined);
  });

  it('have any languages where content has but one', async () => {
    const plain = await freshApp({ contentDir: 'test/content/media' });
    const { id } = await uploadImage(plain);
    await plain.root.done(`PATCH /cms/file/${id}`, { alt: { en: 'x', 'pt-BR': 'y' } });
    assert.deepEqual((await told(plain.root, id)).alt, { en: 'x', 'pt-BR': 'y' });
    for (const name of ['English', '__proto__', 'a b', '1'])
      assert.equal((await plain.root.patch(`/cms/file/${id}`, { alt: { [name]: 'x' } })).status, 400, name);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`en-A${at}x`, 'x']));
    assert.equal((await plain.root.patch(`/cms/file/${id}`, { alt: many })).status, 400);
  });
});
