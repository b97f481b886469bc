import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMedia } from '../../support/records/media.ts';
import { uploadImage } from '../../support/records/uploads.ts';

const { app, mei, editor, lister, librarian, told, idsOf, named } = await openMedia();

describe('tags', () => {
  it('are given, listed by, counted and taken off', async () => {
    const [one, two] = [await uploadImage(app, mei.access), await uploadImage(app, mei.access)];
    await editor.done(`PATCH /cms/file/${one.id}`, { tags: ['sand', 'blue sky', 'sand'] });
    await editor.done(`PATCH /cms/file/${two.id}`, { tags: ['sand'] });
    assert.deepEqual((await told(librarian, one.id)).tags, ['blue sky', 'sand']);
    assert.deepEqual(await idsOf(librarian, 'tag=sand'), [two.id, one.id]);
    assert.deepEqual(await idsOf(librarian, 'tag=sand,blue%20sky'), [one.id]);
    assert.deepEqual(await idsOf(librarian, 'tag=Sand'), []);
    assert.equal((await named('/cms/file/tag', 'sand'))?.files, 2);
    await editor.done(`PATCH /cms/file/${one.id}`, { tags: ['blue sky'] });
    assert.deepEqual(await idsOf(librarian, 'tag=sand'), [two.id]);
    const sand = await named('/cms/file/tag', 'sand');
    await editor.done(`PATCH /cms/file/tag/${sand?.id}`, { name: 'dune' });
    assert.deepEqual((await told(librarian, two.id)).tags, ['dune']);
    assert.equal((await editor.patch(`/cms/file/tag/${sand?.id}`, { name: 'blue sky' })).status, 400);
    await editor.done(`DELETE /cms/file/tag/${sand?.id}`);
    assert.equal((await told(librarian, two.id)).tags, undefined);
    assert.equal(await named('/cms/file/tag', 'dune'), undefined);
  });

  it('are for those who work with files', async () => {
    const { id } = await uploadImage(app, mei.access);
    await editor.done(`PATCH /cms/file/${id}`, { tags: ['inside'] });
    const tag = (await named('/cms/file/tag', 'inside'))?.id;
    for (const [person, list, write] of [
      [app.nobody, 401, 401],
      [mei, 401, 401],
      [lister, 200, 401],
    ] as const) {
      assert.equal((await person.get('/cms/file/tag')).status, list);
      assert.equal((await person.patch(`/cms/file/tag/${tag}`, { name: 'x' })).status, write);
      assert.equal((await person.delete(`/cms/file/tag/${tag}`)).status, write);
    }
    for (const query of ['mine=true&tag=inside', 'mine=true&folder=none'])
      assert.equal((await mei.get(`/cms/file?${query}`)).status, 401, query);
    for (const body of [{ tags: ['mine'] }, { folder_id: null }])
      assert.equal((await mei.patch(`/cms/file/${id}`, body)).status, 401, JSON.stringify(body));
  });

  it('given by many at once are made once', async () => {
    const files = await Promise.all(Array.from({ length: 4 }, () => uploadImage(app, mei.access)));
    for (const name of ['rush', 'hour', 'peak', 'time', 'crowd', 'throng']) {
      const tags = [`${name} one`, `${name} two`];
      await Promise.all(files.map(({ id }) => editor.done(`PATCH /cms/file/${id}`, { tags })));
      for (const tag of tags) assert.equal((await named('/cms/file/tag', tag))?.files, 4);
    }
  });

  it('are measured as they are kept, and refused by name', async () => {
    const { id } = await uploadImage(app, mei.access);
    await editor.done(`PATCH /cms/file/${id}`, { tags: ['short'] });
    const tag = (await named('/cms/file/tag', 'short'))?.id;
    const longer = '\u0958'; // NFC makes two characters of it
    const refusal = async (request: string, body: object) => {
      const { status, body: told } = await librarian.ask<{ error_code: number; msg: string }>(request, body);
      return [status, told.error_code, told.msg];
    };
    for (const name of ['x'.repeat(41), longer.repeat(40), longer.repeat(21)]) {
      const tooLong = (field: string) => [
        400,
        10030,
        `Invalid input: ${field} must have at most 40 characters`,
      ];
      assert.deepEqual(await refusal(`PATCH /cms/file/${id}`, { tags: ['fine', name] }), tooLong('tags.1'));
      assert.deepEqual(await refusal(`PATCH /cms/file/tag/${tag}`, { name }), tooLong('name'));
    }
    assert.deepEqual((await told(librarian, id)).tags, ['short']);
    await editor.done(`PATCH /cms/file/${id}`, { tags: ['sho\u200brt', 'short', '👩\u200d👩'] });
    assert.deepEqual((await told(librarian, id)).tags, ['short', '👩\u200d👩']);
    await editor.done(`PATCH /cms/file/${id}`, { tags: ['short'] });
    assert.equal(await named('/cms/file/tag', 'fine'), undefined);
    await editor.done(`PATCH /cms/file/${id}`, { tags: [longer.repeat(20)] });
    assert.deepEqual((await told(librarian, id)).tags, [longer.repeat(20).normalize('NFC')]);
  });

  it('are refused where they are no tags, or where there is no such folder', async () => {
    const { id } = await uploadImage(app, mei.access);
    for (const body of [
      { tags: 'x' },
      { tags: ['a,b'] },
      { tags: [''] },
      { tags: [' a'] },
      { tags: ['\u200b'] },
      { name: '\u200b' },
      { tags: ['x'.repeat(41)] },
      { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
      { folder_id: 999_999 },
      { name: '' },
      { name: 'a\nb' },
      { path: 'x' },
      { private: true },
    ])
      assert.equal((await app.root.patch(`/cms/file/${id}`, body)).status, 400, JSON.stringify(body));
    for (const query of ['folder=x', 'folder=0', 'tag=a,b,c,d,e,f'])
      assert.equal((await librarian.get(`/cms/file?${query}`)).status, 400, query);
  });
});
