import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/stock' });

const items = importsInto(app, '/v1/item');

let count = 0;
/** A header and records of codes that nobody has. */
const fresh = (records: number) => Array.from({ length: records }, () => `c${++count}`);
const list = async (query: string) =>
  await app.root.list<Record<string, unknown>>(`/v1/item?count=100&${query}`);
const byCode = async (code = '') => (await list(`filter[code][eq]=${code}`))[0];

const keeper = await app.granted('item.create');

describe('who may import', () => {
  it('is who may create; for others it is as if there were none', async () => {
    const member = await app.person();
    const file = `code\n${fresh(1)}\n`;
    for (const [token, expected] of [
      [undefined, 401],
      [member.access, 401],
      [keeper.access, 201],
    ] as const) {
      const sent = { body: file, headers: { 'content-type': 'text/csv' }, ...(token && { token }) };
      assert.equal((await app.request('POST', '/v1/item/import', sent)).status, expected);
    }
    const strangers = await app.nobody.post('/v1/tally/import', 'word\nx\n', {
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(strangers.status, 401, 'an import is somebody’s');
    const own = importsInto(app, '/v1/item', keeper.access);
    const { id } = await own.run('', `code\n${fresh(1)}\n`);
    const other = await app.granted('item.create');
    for (const path of ['', '/report'])
      assert.equal((await other.get(`/v1/item/import/${id}${path}`)).status, 404);
    assert.equal((await other.post(`/v1/item/import/${id}/undo`)).status, 404);
    assert.equal((await own.undo(id)).removed, 1);
  });

  it('is asked again for each batch, of the user and not of the session', async () => {
    const file = `code\n${fresh(3000).join('\n')}\n`;
    const leaver = await app.granted('item.create');
    const stay = importsInto(app, '/v1/item', leaver.access);
    const { body } = await stay.begin('', file);
    await app.root.done(`DELETE /cms/admin/user/${leaver.id}`);
    const ended = await items.settled(body.id);
    assert.deepEqual([ended.state, ended.problem], ['failed', 'There is no such user']);
    assert.ok(ended.created < 3000);

    const outgoing = await app.granted('item.create');
    const begun = await importsInto(app, '/v1/item', outgoing.access).begin(
      '',
      `code\n${fresh(3000).join('\n')}\n`,
    );
    await outgoing.post('/cms/user/logout');
    const { state, created } = await items.settled(begun.body.id);
    assert.deepEqual([state, created], ['done', 3000]);
  });

  it('changes by a key only the records that the caller may change', async () => {
    const [a = ''] = fresh(1);
    await items.run('', `code,name\n${a},root’s\n`);
    const own = importsInto(app, '/v1/item', keeper.access);
    const { id } = (await byCode(a)) as { id: number };
    for (const [query, file] of [
      ['key=code', `code,name\n${a},taken\n`],
      ['key=id', `id,code,name\n${id},${a},taken\n`],
    ] as const) {
      const { refused, updated } = await own.run(query, file);
      assert.deepEqual([refused, updated], [1, 0], query);
    }
    assert.equal((await byCode(a))?.name, 'root’s');
  });
});
