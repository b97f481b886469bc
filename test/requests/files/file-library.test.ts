import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BodyOf } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { type LibraryFile, openMedia } from '../../support/records/media.ts';
import { OPEN, SHUT, uploadSecret, waysTo } from '../../support/records/private-files.ts';
import { multipart, type Uploaded, uploadImage } from '../../support/records/uploads.ts';

const { app, mei, editor, lister, librarian, told, idsOf } = await openMedia();
const kai = await app.person();
describe('who may say something of a file', () => {
  for (const [who, person, status] of [
    ['nobody', app.nobody, 401],
    ['another member', kai, 404],
    ['who may see all files', lister, 404],
    ['its uploader', mei, 200],
    ['who may edit files', editor, 200],
    ['the super administrator', app.root, 200],
  ] as const)
    it(`${who} is answered ${status}`, async () => {
      const { id } = await uploadImage(app, mei.access);
      const seen = await person.get<LibraryFile>(`/cms/file/${id}`);
      if (seen.status === 200) assert.equal(seen.body.editable, status === 200 ? true : undefined);
      const answer = await person.patch(`/cms/file/${id}`, { name: 'new.png', alt: { en: 'A new one' } });
      assert.equal(answer.status, status, answer.text);
      const { name, alt } = await told(mei, id);
      assert.deepEqual(
        [name, alt],
        status === 200 ? ['new.png', { en: 'A new one' }] : ['image.png', undefined],
      );
    });

  it('who uploads the same content changes and learns of that upload alone', async () => {
    const { id, path, bytes } = await uploadImage(app, mei.access);
    await mei.done(`PATCH /cms/file/${id}`, { alt: { en: 'Of Mei' }, focus_x: 10, focus_y: 20 });
    const { body, headers } = multipart([{ key: 'f', name: 'again.png', bytes }]);
    const answer = await kai.post<Uploaded[]>('/cms/file', body, { headers });
    const own = answer.body[0] as Uploaded;
    assert.equal((await kai.get(`/cms/file/${id}`)).status, 404);
    assert.equal((await kai.patch(`/cms/file/${id}`, { name: 'mine.png' })).status, 404);
    await kai.done(`PATCH /cms/file/${own.id}`, { alt: { en: 'Of Kai' } });
    for (const place of [`/cms/file/${own.id}`, '/cms/file?mine=true', `/cms/file?id=${id},${own.id}`]) {
      const { text } = await kai.get(place);
      for (const foreign of ['image.png', path, path.slice(3, 65), 'Of Mei', 'focus_x'])
        assert.ok(!text.includes(foreign), `${place} tells ${foreign}`);
    }
    assert.deepEqual((await told(mei, id)).alt, { en: 'Of Mei' });
    const tags = [path, own.path].map(async (one) => (await app.nobody.get(`/assets/${one}`)).headers.etag);
    assert.equal(new Set(await Promise.all(tags)).size, 2);
  });

  it('of a private file only those who may read it', async () => {
    const file = await uploadSecret(mei);
    for (const other of [kai, editor, lister, librarian]) {
      assert.equal((await other.get(`/cms/file/${file.id}`)).status, 404);
      assert.equal((await other.patch(`/cms/file/${file.id}`, { alt: { en: 'x' } })).status, 404);
    }
    await mei.done(`PATCH /cms/file/${file.id}`, { alt: { en: 'Mine' } });
    assert.deepEqual((await told(mei, file.id)).alt, { en: 'Mine' });
    assert.deepEqual(await waysTo(mei, file), OPEN);
    assert.deepEqual(await waysTo(editor, file), SHUT);
  });
});

describe('who is told of a file', () => {
  it('its uploader, who works with files, and who reads a record that shows it', async () => {
    const { id } = await uploadImage(app, mei.access);
    for (const [person, status] of [
      [app.nobody, 401],
      [kai, 404],
      [mei, 200],
      [editor, 200],
      [lister, 200],
      [app.root, 200],
    ] as const)
      assert.equal((await person.get(`/cms/file/${id}`)).status, status);
    await mei.make('/v1/photo', { image: id });
    assert.equal((await kai.get(`/cms/file/${id}`)).status, 200);
    await app.root.done(`DELETE /cms/file/${(await uploadImage(app, mei.access)).id}`);
  });

  it('the same people, where several files are asked for at once', async () => {
    const own = (await uploadImage(app, mei.access)).id;
    const shown = (await uploadImage(app, mei.access)).id;
    const gone = (await uploadImage(app, mei.access)).id;
    const secret = (await uploadSecret(mei)).id;
    await mei.make('/v1/photo', { image: shown });
    await app.root.done(`DELETE /cms/file/${gone}`);
    const named = `id=${[own, shown, gone, secret, 999_999, own].join()}`;
    for (const [person, seen] of [
      [kai, [shown]],
      [mei, [secret, shown, own]],
      [editor, [shown, own]],
      [lister, [shown, own]],
      [app.root, [secret, shown, own]],
    ] as const)
      assert.deepEqual(await idsOf(person, named), seen);
    assert.deepEqual(await idsOf(mei, `mine=true&${named}`), [secret, shown, own]);
    assert.deepEqual(await idsOf(kai, `mine=true&${named}`), []);
    assert.deepEqual(await idsOf(kai, 'id=999999'), []);
    assert.equal((await app.nobody.get(`/cms/file?${named}`)).status, 401);
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join();
    for (const wrong of ['', '1,', 'x', '0', '1,-2', many])
      assert.equal((await app.root.get(`/cms/file?id=${wrong}`)).status, 400, wrong);
  });

  it('nobody by the place where a page of files ends', async () => {
    const own = (await uploadImage(app, mei.access)).id;
    const secrets = [(await uploadSecret(kai)).id, (await uploadSecret(kai)).id];
    for (const ids of [[own, ...secrets], secrets])
      for (const more of ['', '&type=image/png', '&keyword=p', '&mine=true'])
        assert.equal((await mei.read(`/cms/file?count=1&id=${ids.join()}${more}`)).next, null, more);
  });

  it('nobody of one that was deleted', async () => {
    const { id } = await uploadImage(app, mei.access);
    await app.root.done(`DELETE /cms/file/${id}`);
    assert.equal((await app.root.get(`/cms/file/${id}`)).status, 404);
    assert.equal((await app.root.patch(`/cms/file/${id}`, { name: 'x' })).status, 404);
  });
});

it('what was done is in the log', async () => {
  const { id } = await uploadImage(app, mei.access);
  await mei.done(`PATCH /cms/file/${id}`, { alt: { en: 'Logged' } });
  const { text } = await app.root.get(`/cms/log?count=5`);
  assert.match(text, new RegExp(`File ${id} changed`));
});

describe('drafts that use a file', () => {
  const usage = async (by: Client, id: number, query = ''): Promise<number | string[]> => {
    const { status, body } = await by.get<BodyOf<'GET /cms/file/:id/usage'>>(`/cms/file/${id}/usage${query}`);
    if (status !== 200) return status;
    return body.items.map(({ record, version }) => `${record} ${version ?? ''}`.trim());
  };

  it('are told to who sees them and asks for drafts', async () => {
    const press = await freshApp({ contentDir: 'test/content/newsroom' });
    const [reporter, reader] = [await press.person(), await press.person()];
    const { id } = await uploadImage(press, reporter.access);
    await reporter.make('/v1/story', { title: 'Not shown yet', hero: id });
    for (const [who, person, told] of [
      ['nobody', press.nobody, 401],
      ['a member who sees drafts', reader, ['story draft']],
      ['the uploader', reporter, ['story draft']],
      ['the super administrator', press.root, ['story draft']],
    ] as const)
      assert.deepEqual(await usage(person, id, '?version=draft'), told, who);
    assert.deepEqual(await usage(reporter, id), []);
    assert.equal((await press.root.get(`/cms/file/${id}/usage?version=published`)).status, 400);
    assert.equal((await press.root.delete(`/cms/file/${id}`)).status, 403);
  });
});
