import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { OPEN, SHUT, uploadSecret, waysTo } from '../../support/records/private-files.ts';
import { image, uploadImage } from '../../support/records/uploads.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/cabinet' });
const mei = await app.person();
const kai = await app.person();
const archivist = await app.granted('dossier.archive');
const lister = await app.granted('file.list');

describe('a private file that no record refers to', () => {
  it('is its uploader’s and the super administrator’s alone', async () => {
    const file = await uploadSecret(mei);
    assert.equal(file.private, true);
    assert.equal(file.url, `https://quire.test/cms/file/${file.id}/content`);
    assert.deepEqual(await waysTo(mei, file), OPEN);
    assert.deepEqual(await waysTo(app.root, file), OPEN);
    for (const other of [app.nobody, kai, archivist, lister])
      assert.deepEqual(await waysTo(other, file), SHUT);
    const { bytes } = await mei.get(`/cms/file/${file.id}/content`);
    assert.deepEqual(bytes, file.bytes);
  });

  it('is not among the public ones', async () => {
    const file = await uploadSecret(mei);
    const missing = file.path.replace('-p.', '-x.');
    const told = ({ status, body }: { status: number; body: object }) => ({ ...body, status, request: '' });
    for (const path of ['/assets/*', '/assets/*?width=32', '/lin2/assets/*', '/lin3/assets/*'])
      for (const caller of [app.nobody, mei, app.root]) {
        const answer = await caller.get(path.replace('*', file.path));
        assert.equal(answer.status, 404);
        assert.deepEqual(told(answer), told(await caller.get(path.replace('*', missing))));
      }
    const plain = file.path.replace('-p.', '.');
    assert.equal((await app.nobody.get(`/assets/${plain}`)).status, 404);
  });

  it('shares nothing with equal contents', async () => {
    const bytes = await image();
    const first = await uploadSecret(mei, bytes);
    const own = await uploadSecret(mei, bytes);
    const foreign = await uploadSecret(kai, bytes);
    assert.equal(new Set([first.id, own.id, foreign.id]).size, 3);
    assert.equal(new Set([first.path, own.path, foreign.path].map((path) => path.slice(0, 65))).size, 3);
    assert.deepEqual(await waysTo(kai, first), SHUT);
  });

  it('is in the lists of those who may read it', async () => {
    const file = await uploadSecret(mei);
    const ids = async (by: Client, query: string) =>
      (await by.list<ItemOf<'GET /cms/file'>>(`/cms/file?${query}`)).map(({ id }) => id);
    assert.ok((await ids(mei, 'mine=true')).includes(file.id));
    assert.ok((await ids(app.root, 'count=50')).includes(file.id));
    assert.ok(!(await ids(lister, 'keyword=secret')).includes(file.id));
    assert.ok(!(await ids(kai, 'mine=true')).includes(file.id));
  });

  it('is put into records by its uploader alone', async () => {
    const file = await uploadSecret(mei);
    const answer = await kai.post('/v1/dossier', { scan: file.id });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /which does not exist/);
    await mei.done('POST /v1/dossier', { any: file.id });
  });
});

it('the content by id of a public file is for those who read a record with it, or uploaded it', async () => {
  const file = await uploadImage(app, mei.access);
  assert.equal((await mei.get(`/cms/file/${file.id}/content`)).status, 200);
  assert.equal((await app.nobody.get(`/cms/file/${file.id}/content`)).status, 404);
});

describe('a field of private files', () => {
  it('takes no public ones', async () => {
    const file = await uploadImage(app, mei.access);
    for (const body of [
      { scan: file.id },
      { pages: [file.id] },
      { cover: { picture: file.id } },
      { letters: [{ paper: file.id }] },
    ]) {
      const answer = await mei.post('/v1/dossier', body);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], JSON.stringify(body));
      assert.match(answer.text, /which was not uploaded as private/);
    }
    assert.equal((await app.root.post('/v1/dossier', { scan: file.id })).status, 400);
    await mei.done('POST /v1/dossier', { any: file.id });
  });

  it('says so in its description', async () => {
    const record = await mei.read<{ fields: { name: string; private?: boolean }[] }>(
      '/cms/definition/dossier',
    );
    const told = record.fields.flatMap((field) => (field.private ? field.name : []));
    assert.deepEqual(told, ['scan', 'pages', 'sealed']);
  });
});

/** Where a record holds a file. */
const places: readonly [name: string, holding: (id: number) => object][] = [
  ['a field', (id) => ({ scan: id })],
  ['a field of several', (id) => ({ pages: [id] })],
  ['a group', (id) => ({ cover: { picture: id } })],
  ['a list', (id) => ({ letters: [{ paper: null }, { paper: id }] })],
  ['several in a list', (id) => ({ letters: [{ copies: [id] }] })],
  ['blocks', (id) => ({ parts: [{ type: 'map', sheet: id }] })],
  ['a field of any files', (id) => ({ any: id })],
];

describe('who reads the record reads a file in', () => {
  for (const [name, holding] of places)
    it(name, async () => {
      const file = await uploadSecret(mei);
      const id = await mei.make('/v1/dossier', holding(file.id));
      assert.deepEqual(await waysTo(mei, file), OPEN);
      assert.deepEqual(await waysTo(archivist, file), OPEN);
      for (const other of [app.nobody, kai, lister]) assert.deepEqual(await waysTo(other, file), SHUT);
      await mei.done(`PATCH /v1/dossier/${id}`, { state: 'open' });
      assert.deepEqual(await waysTo(kai, file), OPEN);
      assert.deepEqual(await waysTo(app.nobody, file), SHUT);
      await mei.done(`PATCH /v1/dossier/${id}`, { state: 'closed' });
      assert.deepEqual(await waysTo(kai, file), SHUT);
      await mei.done(`PATCH /v1/dossier/${id}`, { state: 'open' });
      await archivist.done(`DELETE /v1/dossier/${id}`);
      for (const other of [app.nobody, kai, archivist]) assert.deepEqual(await waysTo(other, file), SHUT);
      await archivist.done(`POST /v1/dossier/trash/${id}/restore`);
      assert.deepEqual(await waysTo(kai, file), OPEN);
      const empty = { scan: null, pages: [], cover: null, letters: [], parts: [], any: null };
      await mei.done(`PATCH /v1/dossier/${id}`, empty);
      for (const other of [kai, archivist]) assert.deepEqual(await waysTo(other, file), SHUT);
      assert.deepEqual(await waysTo(mei, file), OPEN);
    });

  it('a field that not everybody reads', async () => {
    const file = await uploadSecret(mei);
    await mei.make('/v1/dossier', { state: 'open', sealed: file.id });
    const unsealing = await app.granted('dossier.unseal');
    assert.deepEqual(await waysTo(unsealing, file), OPEN);
    for (const other of [mei, kai, archivist]) assert.deepEqual(await waysTo(other, file), SHUT);
  });

  it('a record that somebody else made, for the uploader too', async () => {
    const file = await uploadSecret(mei);
    const id = await mei.make('/v1/dossier', {});
    await app.root.done(`PATCH /v1/dossier/${id}`, { title: 'theirs' });
    const theirs = await app.root.make('/v1/dossier', { scan: file.id });
    assert.deepEqual(await waysTo(mei, file), SHUT);
    const mine = await mei.list<ItemOf<'GET /cms/file'>>('/cms/file?mine=true');
    assert.ok(!mine.some((one) => one.id === file.id));
    const again = await mei.post('/v1/dossier', { state: 'open', scan: file.id });
    assert.equal(again.status, 400, 'a record of one’s own would show it again');
    await app.root.done(`PATCH /v1/dossier/${theirs}`, { state: 'open' });
    assert.deepEqual(await waysTo(mei, file), OPEN);
    await mei.done('POST /v1/dossier', { scan: file.id });
  });

  it('not a text that shows its address', async () => {
    const file = await uploadSecret(mei);
    const record = await mei.make('/v1/dossier', { scan: file.id });
    assert.ok(record);
    await kai.make('/v1/dossier', {
      body: `<p><img src="https://quire.test/assets/${file.path}" alt="x"></p>`,
    });
    assert.deepEqual(await waysTo(kai, file), SHUT);
  });
});

describe('a private file of a draft', () => {
  it('is for those who see the draft, then for those who read what is published', async () => {
    const publisher = await app.granted('poster.publish');
    const file = await uploadSecret(mei);
    const id = await mei.make('/v1/poster', { print: file.id });
    assert.deepEqual(await waysTo(mei, file), OPEN);
    for (const other of [app.nobody, kai]) assert.deepEqual(await waysTo(other, file), SHUT);
    await app.root.done(`POST /v1/poster/${id}/publish`);
    for (const other of [app.nobody, kai, publisher]) assert.deepEqual(await waysTo(other, file), OPEN);
    const next = await uploadSecret(mei);
    await mei.done(`PATCH /v1/poster/${id}`, { print: next.id });
    assert.deepEqual(await waysTo(app.nobody, file), OPEN);
    assert.deepEqual(await waysTo(app.nobody, next), SHUT);
    await app.root.done(`POST /v1/poster/${id}/unpublish`);
    assert.deepEqual(await waysTo(app.nobody, file), SHUT);
  });
});

describe('an API key', () => {
  it('reads the files of the records that it reads', async () => {
    const { serviceUser, makeKey } = keysOf(app);
    const user = await serviceUser([archivist.groupId]);
    const as = async (limits: object, name: string) => app.as((await makeKey(user.id, limits, name)).key);
    const [all, files, posters] = [
      await as({ records: ['dossier'] }, 'dossiers'),
      await as({ records: ['quire_file'] }, 'files'),
      await as({ records: ['poster'] }, 'posters'),
    ];
    const file = await uploadSecret(mei);
    await mei.make('/v1/dossier', { pages: [file.id] });
    assert.deepEqual(await waysTo(all, file), OPEN);
    for (const key of [files, posters]) assert.deepEqual(await waysTo(key, file), SHUT);
    const own = await uploadSecret(files);
    assert.deepEqual(await waysTo(files, own), OPEN);
    for (const key of [all, posters]) assert.deepEqual(await waysTo(key, own), SHUT);
  });
});

describe('where records are shown', () => {
  it('no answer holds an address that opens a private file', async () => {
    const file = await uploadSecret(mei);
    const body = { title: 'shown', scan: file.id, pages: [file.id], cover: { picture: file.id } };
    const id = await mei.make('/v1/dossier', body);
    await mei.done(`PATCH /v1/dossier/${id}`, { title: 'shown again' });
    for (const path of [
      `/v1/dossier/${id}?expand=scan,pages,cover.picture`,
      `/v1/dossier?expand=scan,pages,cover.picture&filter[id][eq]=${id}`,
      `/v1/dossier/${id}/history`,
      `/v1/dossier/${id}?as_of=${Date.now()}`,
      `/v1/dossier/export?format=json&filter[id][eq]=${id}`,
      '/v1/changes?count=100',
      `/cms/file/${file.id}/usage`,
      '/cms/file?mine=true',
    ]) {
      const { status, text } = await archivist.get(path);
      const isForbidden = path.startsWith('/v1/dossier') && status !== 200;
      assert.ok(!isForbidden, `${path}: ${text}`);
      assert.doesNotMatch(text, /signature=/, path);
      assert.doesNotMatch(text, /https:\/\/quire\.test\/assets/, path);
    }
    const { expanded } = await mei.read<{ expanded: { scan: { url: string; private: boolean } } }>(
      `/v1/dossier/${id}?expand=scan`,
    );
    assert.deepEqual([expanded.scan.url, expanded.scan.private], [file.url, true]);
  });
});
