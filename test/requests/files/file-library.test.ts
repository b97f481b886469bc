import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { openMedia, type Told } from '../../support/rows/media.ts';
import { OPEN, SHUT, uploadSecret, waysTo } from '../../support/rows/private-files.ts';
import { multipart, type Uploaded, uploadImage } from '../../support/rows/uploads.ts';

const { app, mei, editor, lister, librarian, told, idsOf, named } = await openMedia();
const kai = await app.person();
const folder = (name: string, parent_id: number | null = null) =>
  librarian.make('/cms/file/folder', { name, parent_id });

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
      const seen = await person.get<Told & { editable?: true }>(`/cms/file/${id}`);
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
  it('its uploader, who works with files, and who reads a row that shows it', async () => {
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

  it('are shown wherever a row is expanded to its files, and nothing of the library is', async () => {
    const { id } = await uploadImage(app, mei.access);
    const tags = ['secret-project'];
    await librarian.done(`PATCH /cms/file/${id}`, {
      alt: { en: 'Dunes' },
      folder_id: await folder('x'),
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
    const listed = await mei.list<Told>('/cms/file?mine=true&count=100');
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

describe('folders', () => {
  it('are seen and changed by those who may', async () => {
    const id = await folder('seen');
    for (const [who, person, [list, make, change, remove]] of [
      ['nobody', app.nobody, [401, 401, 401, 401]],
      ['a member', mei, [401, 401, 401, 401]],
      ['who may see all files', lister, [200, 401, 401, 401]],
      ['who may edit files', editor, [200, 201, 200, 200]],
    ] as const) {
      assert.equal((await person.get('/cms/file/folder')).status, list, who);
      assert.equal((await person.post('/cms/file/folder', { name: who })).status, make, who);
      assert.equal((await person.patch(`/cms/file/folder/${id}`, { name: `by ${who}` })).status, change, who);
      assert.equal((await person.delete(`/cms/file/folder/${id}`)).status, remove, who);
    }
  });

  it('hold files, and are counted and listed by', async () => {
    const [press, prints] = [await folder('press'), await folder('prints')];
    const [one, two] = [await uploadImage(app, mei.access), await uploadImage(app, kai.access)];
    const secret = await uploadSecret(mei);
    await editor.done(`PATCH /cms/file/${one.id}`, { folder_id: press });
    await editor.done(`PATCH /cms/file/${two.id}`, { folder_id: press });
    await app.root.done(`PATCH /cms/file/${secret.id}`, { folder_id: press });
    assert.deepEqual(await idsOf(librarian, `folder=${press}`), [two.id, one.id]);
    assert.deepEqual(await idsOf(app.root, `folder=${press}`), [secret.id, two.id, one.id]);
    assert.equal((await named('/cms/file/folder', 'press'))?.files, 2);
    assert.ok(!(await idsOf(librarian, 'folder=none')).includes(one.id));
    await editor.done(`PATCH /cms/file/${one.id}`, { folder_id: prints });
    await editor.done(`PATCH /cms/file/${two.id}`, { folder_id: null });
    assert.deepEqual(await idsOf(librarian, `folder=${prints}`), [one.id]);
    assert.ok((await idsOf(librarian, 'folder=none')).includes(two.id));
    assert.equal((await told(librarian, one.id)).folder_id, prints);
    const full = await librarian.delete(`/cms/file/folder/${prints}`);
    assert.deepEqual([full.status, full.body.error_code], [403, 10070]);
    await app.root.done(`DELETE /cms/file/${one.id}`);
    await librarian.done(`DELETE /cms/file/folder/${prints}`);
  });

  it('are renamed and moved, but not into themselves', async () => {
    const [a, b] = [await folder('a'), await folder('b')];
    const inner = await folder('inner', a);
    await librarian.done(`PATCH /cms/file/folder/${inner}`, { name: 'renamed', parent_id: b });
    assert.partialDeepStrictEqual(await named('/cms/file/folder', 'renamed'), { id: inner, parent_id: b });
    for (const body of [{ parent_id: b }, { parent_id: inner }, { parent_id: 999_999 }, { parent_id: 'x' }])
      assert.equal((await librarian.patch(`/cms/file/folder/${b}`, body)).status, 400, JSON.stringify(body));
    assert.equal((await librarian.delete(`/cms/file/folder/${b}`)).status, 403);
    await librarian.done(`PATCH /cms/file/folder/${inner}`, { parent_id: null });
    await librarian.done(`DELETE /cms/file/folder/${b}`);
  });

  it('of two moves that would make a circle, one is done', async () => {
    const [a, b] = [await folder('left'), await folder('right')];
    const answers = await Promise.all([
      librarian.patch(`/cms/file/folder/${a}`, { parent_id: b }),
      librarian.patch(`/cms/file/folder/${b}`, { parent_id: a }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  });

  it('are a thousand at most', async () => {
    const [{ n } = {}] = await app.database.look('select count(*) as n from quire_file_folder');
    const names = Array.from({ length: 999 - Number(n) }, (_, at) => `filler ${at}`);
    const rows = names.map(() => '(?, 1, 1)').join(', ');
    await app.behind(
      `insert into quire_file_folder (name, create_time, create_user_id) values ${rows}`,
      ...names,
    );
    const last = await folder('the thousandth');
    const { status, text } = await librarian.post('/cms/file/folder', { name: 'one more' });
    assert.equal(status, 400);
    assert.match(text, /1000/);
    await librarian.done(`DELETE /cms/file/folder/${last}`);
    await app.behind("delete from quire_file_folder where name like 'filler %'");
  });

  it('have names of their own where they lie', async () => {
    const top = await folder('same');
    await folder('same', top);
    for (const body of [
      { name: 'same' },
      { name: 'same', parent_id: top },
      { name: '' },
      { name: ' x' },
      { name: 'x\n' },
      { name: 'x'.repeat(61) },
      { parent_id: top },
      { name: 'y', other: 1 },
    ])
      assert.equal((await librarian.post('/cms/file/folder', body)).status, 400, JSON.stringify(body));
  });
});

it('what was done is in the log', async () => {
  const { id } = await uploadImage(app, mei.access);
  await mei.done(`PATCH /cms/file/${id}`, { alt: { en: 'Logged' } });
  const { text } = await app.root.get(`/cms/log?count=5`);
  assert.match(text, new RegExp(`修改文件 ${id} 成功`));
});

describe('drafts that use a file', () => {
  interface Uses {
    readonly items: readonly { readonly record: string; readonly version?: string }[];
  }
  const usage = async (by: Client, id: number, query = ''): Promise<number | string[]> => {
    const { status, body } = await by.get<Uses>(`/cms/file/${id}/usage${query}`);
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
