import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMedia } from '../../support/records/media.ts';
import { uploadSecret } from '../../support/records/private-files.ts';
import { uploadImage } from '../../support/records/uploads.ts';

const { app, mei, editor, lister, librarian, told, idsOf, named } = await openMedia();
const kai = await app.person();
const folder = (name: string, parent_id: number | null = null) =>
  librarian.make('/cms/file/folder', { name, parent_id });

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
    const records = names.map(() => '(?, 1, 1)').join(', ');
    await app.behind(
      `insert into quire_file_folder (name, create_time, create_user_id) values ${records}`,
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
    await folder('می\u200cخواهم'); // the mark divides letters of one word
    assert.equal((await librarian.post('/cms/file/folder', { name: 'sa\u202eme' })).status, 400);
    assert.equal((await librarian.post('/cms/file/folder', { name: '\u200b' })).status, 400);
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
