import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BodyOf, ItemOf } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp, type SignedIn } from '../../support/fresh-app.ts';
import { image, type Uploaded, upload } from '../../support/records/uploads.ts';

const app = await freshApp({ contentDir: 'test/content/media' });
const [mei, kai, lister] = [await app.person(), await app.person(), await app.granted('file.list')];
const pdf = `%PDF-1.4\n%${Math.random()}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`;
const uploadBy = async (by: SignedIn, name: string, bytes: Buffer | string) =>
  (await upload(app, by.access, { key: 'file', name, bytes }))[0] as Uploaded;
const idsOf = async (by: Client, query: string) =>
  (await by.list<ItemOf<'GET /cms/file'>>(`/cms/file?${query}`)).map(({ id }) => id);

describe('the list of files', () => {
  const files: Uploaded[] = [];
  let ids: number[] = [];
  before(async () => {
    files.push(await uploadBy(mei, 'Dunes_1.png', await image('png', 9, 8)));
    files.push(await uploadBy(kai, 'reeds.webp', await image('webp', 9, 9)));
    files.push(await uploadBy(kai, 'DUNES.pdf', pdf));
    ids = files.map(({ id }) => id);
  });

  it('holds all files for who may see them, the newest first', async () => {
    const newest = ids.toReversed();
    assert.deepEqual(await idsOf(app.root, ''), newest);
    assert.deepEqual(await idsOf(lister, ''), newest);
    assert.deepEqual(await idsOf(lister, 'mine=false'), newest);
  });

  it('tells what is known of a file', async () => {
    const [, , first] = await lister.list<ItemOf<'GET /cms/file'>>('/cms/file');
    const { key: _, ...known } = files[0] as Uploaded;
    const { mime, create_time, ...told } = first as ItemOf<'GET /cms/file'>;
    assert.deepEqual(told, known);
    assert.deepEqual([mime, typeof create_time], ['image/png', 'number']);
  });

  it('holds their own uploads for everybody else', async () => {
    assert.deepEqual(await idsOf(mei, 'mine=true'), [ids[0]]);
    assert.deepEqual(await idsOf(kai, 'mine=true'), [ids[2], ids[1]]);
    assert.deepEqual(await idsOf(lister, 'mine=true'), []);
    for (const query of ['', '?mine=false', `?keyword=Dunes`])
      assert.deepEqual((await mei.get(`/cms/file${query}`)).status, 401, query);
    for (const query of ['', '?mine=true'])
      assert.deepEqual((await app.nobody.get(`/cms/file${query}`)).status, 401, query);
  });

  it('holds one’s own upload of what somebody else had uploaded before', async () => {
    const again = await app.person();
    const { id } = await uploadBy(again, 'mine.pdf', pdf);
    assert.notEqual(id, ids[2]);
    assert.deepEqual(await idsOf(again, 'mine=true'), [id]);
    await app.root.done(`DELETE /cms/file/${id}`);
  });

  it('is searched by name and type', async () => {
    for (const [query, found] of [
      ['keyword=dunes', [ids[2], ids[0]]],
      ['keyword=s_1', [ids[0]]],
      ['keyword=%25', []],
      ['type=image/*', [ids[1], ids[0]]],
      ['type=application/pdf', [ids[2]]],
      ['type=image/webp&keyword=reed', [ids[1]]],
      ['type=image/gif', []],
    ] as const)
      assert.deepEqual(await idsOf(lister, query), found, query);
    assert.deepEqual(await idsOf(mei, 'mine=true&keyword=reeds'), []);
  });

  it('is read page by page', async () => {
    const first = await lister.read<BodyOf<'GET /cms/file'>>('/cms/file?count=2');
    assert.deepEqual(
      first.items.map(({ id }) => id),
      [ids[2], ids[1]],
    );
    const second = await lister.read<BodyOf<'GET /cms/file'>>(`/cms/file?count=2&after=${first.next}`);
    assert.deepEqual([second.items.map(({ id }) => id), second.next], [[ids[0]], null]);
  });

  it('refuses what it does not know', async () => {
    for (const query of [
      'type=%25',
      'type=image',
      'type=image/_',
      'type=*',
      'mine=maybe',
      'after=x',
      'count=0',
      'page=1',
      `keyword=${'x'.repeat(101)}`,
    ])
      assert.equal((await lister.get(`/cms/file?${query}`)).status, 400, query);
  });

  it('leaves deleted files out', async () => {
    const { id } = await uploadBy(mei, 'gone.png', await image());
    await app.root.done(`DELETE /cms/file/${id}`);
    assert.ok(!(await idsOf(lister, '')).includes(id));
    assert.ok(!(await idsOf(mei, 'mine=true')).includes(id));
  });
});
