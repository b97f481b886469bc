import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, type SignedIn } from '../../support/fresh-app.ts';
import { heldOfOld, image, type Uploaded, upload } from '../../support/records/uploads.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/media' });
const pdf = () => `%PDF-1.4\n%${Math.random()}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`;

const mei = await app.person();
const kai = await app.person();

async function uploadBy(by: SignedIn, bytes: Buffer | string): Promise<Uploaded> {
  const [file] = await upload(app, by.access, { key: 'file', name: 'a', bytes });
  return file as Uploaded;
}
const post = (by: SignedIn, body: object) =>
  by.post<{ id: number; code: number; message: string }>('/v1/photo', body);
async function photoBy(by: SignedIn, body: object): Promise<number> {
  const { status, body: answer } = await post(by, body);
  assert.equal(status, 201, JSON.stringify(answer));
  return answer.id;
}

describe('a field of a file', () => {
  it('holds its id, and shows the file when expanded, to everyone who sees the record', async () => {
    const file = await uploadBy(mei, await image('png', 40, 30));
    const id = await photoBy(mei, { image: file.id });
    assert.partialDeepStrictEqual(await app.nobody.read(`/v1/photo/${id}`), { image: file.id, paper: null });
    const told = { id: file.id, path: file.path, url: file.url, mime: 'image/png', size: file.size };
    const expanded = { image: { ...told, width: 40, height: 30 }, paper: null };
    const one = await app.nobody.read(`/v1/photo/${id}?expand=image,paper`);
    assert.partialDeepStrictEqual(one, { image: file.id, expanded });
    const list = await app.nobody.read<{ items: object[] }>('/v1/photo?expand=image,paper&sort=-id&count=1');
    assert.partialDeepStrictEqual(list.items[0], { id, expanded });
  });

  it('is filtered by what the file is', async () => {
    const id = await photoBy(mei, { image: (await uploadBy(mei, await image('webp', 77, 30))).id });
    const found = async (filter: string) =>
      await app.nobody.list<{ id: number }>(`/v1/photo?filter[image]${filter}`);
    assert.deepEqual(
      (await found('[width][eq]=77')).map((record) => record.id),
      [id],
    );
    assert.deepEqual(
      (await found('[mime][eq]=image/webp')).map((record) => record.id),
      [id],
    );
  });

  it('refuses what is no file, is of another type, or was uploaded by somebody else', async () => {
    const foreign = await uploadBy(kai, await image());
    const paper = await uploadBy(mei, pdf());
    const bad: [object, RegExp][] = [
      [{ image: 999_999 }, /image refers to 999999, which does not exist/],
      [{ image: 'a.png' }, /image must be an id, a positive integer/],
      [{ image: null }, /image must not be empty/],
      [{}, /image is required/],
      [{ image: paper.id }, /image refers to \d+, whose type must be image/],
      [{ image: foreign.id }, /image refers to \d+, which does not exist/],
    ];
    for (const [body, told] of bad) {
      const answer = await post(mei, body);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], JSON.stringify(body));
      assert.match(answer.body.message, told);
      assert.doesNotMatch(answer.text, new RegExp(foreign.path));
    }
    const own = await photoBy(mei, { image: (await uploadBy(mei, await image())).id });
    const changed = await mei.patch(`/v1/photo/${own}`, { image: foreign.id });
    assert.equal(changed.status, 400);
  });

  it('is nobody’s to fill who has not signed in, with the files of the server itself neither', async () => {
    const own = await uploadBy(kai, await image());
    await app.behind('update quire_file set create_user_id = 0 where id = ?', BigInt(own.id));
    await app.behind('update quire_upload set user_id = 0 where file_id = ?', BigInt(own.id));
    const answer = await app.nobody.post('/v1/postcard', { image: own.id });
    assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
    assert.doesNotMatch(answer.text, new RegExp(own.path));
  });

  it('takes what somebody uploaded again, what is on the record already, and anything from a super administrator', async () => {
    const bytes = await image();
    const file = await uploadBy(kai, bytes);
    assert.equal((await post(mei, { image: file.id })).status, 400);
    await photoBy(mei, { image: (await uploadBy(mei, bytes)).id });
    assert.equal((await post(mei, { image: file.id })).status, 400);
    await heldOfOld(app, mei, file);
    await photoBy(mei, { image: file.id });

    const other = await uploadBy(kai, await image());
    const id = await photoBy(mei, { image: file.id });
    const put = (by: SignedIn, body: object) => by.put(`/v1/photo/${id}`, body);
    assert.equal((await put(app.root, { image: other.id })).status, 200);
    assert.equal((await put(mei, { image: other.id, title: 'changed' })).status, 200);
    await photoBy(app.root, { image: other.id });
  });

  it('holds up the deletion of its file, or lets go of it', async () => {
    const [shown, attached] = [await uploadBy(mei, await image()), await uploadBy(mei, pdf())];
    const id = await photoBy(mei, { image: shown.id, paper: attached.id });

    const remove = (file: Uploaded) => app.root.delete(`/cms/file/${file.id}`);
    const refused = await remove(shown);
    assert.deepEqual([refused.status, refused.body.error_code], [403, 10070]);
    assert.equal((await app.nobody.get(new URL(shown.url).pathname)).status, 200);
    assert.equal((await remove(attached)).status, 200);
    assert.partialDeepStrictEqual(await app.nobody.read(`/v1/photo/${id}`), { image: shown.id, paper: null });
    await app.root.done(`DELETE /v1/photo/${id}`);
    assert.equal((await remove(shown)).status, 200);
    const back = await app.root.post(`/v1/photo/trash/${id}/restore`);
    assert.equal(back.status, 409, 'its file is gone');
  });

  it('is described', async () => {
    const inLanguage = async (language: string) =>
      (await app.nobody.get('/openapi.json', { headers: { 'accept-language': language } })).text;
    assert.match(await inLanguage('zh'), /文件编号，类型 image\/\*/);
    assert.match(await inLanguage('en'), /id of a file of type image\/\*/);
  });

  it('is not served by itself', async () => {
    for (const path of ['/v1/quire_file', '/v1/file', '/quire_file'])
      assert.equal((await app.root.get(path)).status, 404);
  });
});
