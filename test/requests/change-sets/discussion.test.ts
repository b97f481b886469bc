import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeSetSweep } from '../../../server/features/change-sets/sweep-sets.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';
import { everythingIn } from '../../support/whole-database.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/sets' });
const author = await app.granted('article.write');
const editor = await app.granted('article.write');
const reader = await app.person();
const made = async (title: string) => {
  const items = [{ record: 'article', action: 'create', values: { title } }];
  const set = await author.make('/v1/change-set', { title, items });
  await author.done(`POST /v1/change-set/${set}/submit`);
  return set;
};
const said = async (by: Client, set: number) =>
  (await by.list<{ text: string }>(`/v1/change-set/${set}/comment`)).map(({ text }) => text);

describe('the discussion of a change set', () => {
  it('is for those who may see the set, as long as they may', async () => {
    const set = await made('Discussed');
    const path = `/v1/change-set/${set}/comment`;
    await author.make(path, { text: 'Please look' });
    await editor.make(path, { text: 'Why?' });
    for (const [who, by, status] of [
      ['nobody', app.nobody, 401],
      ['a reader', reader, 404],
      ['the author', author, 200],
      ['an editor', editor, 200],
      ['root', app.root, 200],
    ] as const) {
      assert.equal((await by.get(path)).status, status, who);
      const written = await by.post(path, { text: 'Me too' });
      assert.equal(written.status, status === 200 ? 201 : status, who);
    }
    assert.deepEqual((await said(editor, set)).slice(0, 2), ['Please look', 'Why?']);
    await author.done(`POST /v1/change-set/${set}/withdraw`);
    assert.equal((await editor.get(path)).status, 404);
    assert.equal((await editor.post(path, { text: 'Still here' })).status, 404);
    assert.equal((await said(author, set)).length, 5);
  });

  it('does not change the version that is decided on', async () => {
    const set = await made('Version');
    const version = async () => (await editor.read(`/v1/change-set/${set}`)).version;
    const before = await version();
    await editor.make(`/v1/change-set/${set}/comment`, { text: 'Fine' });
    assert.equal(await version(), before);
  });

  it('is taken back by its author, or a super administrator', async () => {
    const [set, other] = [await made('Back'), await made('Other')];
    const mine = await editor.make(`/v1/change-set/${set}/comment`, { text: 'A slip' });
    for (const [who, by, path, status] of [
      ['the author of the set', author, `/v1/change-set/${set}/comment/${mine}`, 401],
      ['a reader', reader, `/v1/change-set/${set}/comment/${mine}`, 404],
      ['its author, at another set', editor, `/v1/change-set/${other}/comment/${mine}`, 404],
      ['its author', editor, `/v1/change-set/${set}/comment/${mine}`, 200],
      ['root, once it is gone', app.root, `/v1/change-set/${set}/comment/${mine}`, 404],
    ] as const)
      assert.equal((await by.delete(path)).status, status, who);
  });

  it('is refused without words, and to programs', async () => {
    const set = await made('Limits');
    for (const text of ['', ' ', 'x'.repeat(2001)])
      assert.equal((await author.post(`/v1/change-set/${set}/comment`, { text })).status, 400);
    const { key } = await app.root.done<{ key: string }>('POST /cms/key', {
      user_id: await app.root.make('/cms/service-user', { username: 'robot' }),
      name: 'all',
    });
    assert.equal((await app.as(key).get(`/v1/change-set/${set}/comment`)).status, 401);
  });

  it('concerns the author and those who wrote, while they may see the set', async () => {
    const set = await made('Told');
    const texts = async (by: Client) =>
      (await by.list<{ text: string; detail: string }>('/cms/notification')).filter(({ text }) =>
        /Told/.test(text),
      );
    await editor.make(`/v1/change-set/${set}/comment`, { text: 'A question' });
    assert.deepEqual(
      (await texts(author)).map(({ text, detail }) => [text, detail]),
      [[`${editor.username} commented on the change set Told`, 'A question']],
    );
    await author.make(`/v1/change-set/${set}/comment`, { text: 'An answer' });
    assert.ok((await texts(editor)).some(({ detail }) => detail === 'An answer'));
    assert.deepEqual(await texts(reader), []);
    await author.done(`POST /v1/change-set/${set}/withdraw`);
    assert.deepEqual(await texts(editor), []);
  });

  it('goes with the set, and with an erased person', async () => {
    const [set, kept] = [await made('Goes'), await made('Stays')];
    await author.make(`/v1/change-set/${set}/comment`, { text: 'Words of a set that goes' });
    await author.done(`DELETE /v1/change-set/${set}`);
    const gone = await app.granted('article.write');
    await gone.make(`/v1/change-set/${kept}/comment`, { text: 'Words of somebody who goes' });
    await author.make(`/v1/change-set/${kept}/comment`, { text: 'Words that are swept' });
    await app.root.done(`POST /cms/admin/user/${gone.id}/erasure`, { username: gone.username });
    const all = async () => (await everythingIn(app.server.store)).join('\n');
    await until(async () => !/somebody who goes/.test(await all()));
    assert.ok(!/set that goes/.test(await all()));
    await app.behind('update quire_change_set set change_time = 1');
    await changeSetSweep(app.server.store, { changeSetDays: 30 }).run(new AbortController().signal);
    assert.ok(!/that are swept/.test(await all()));
  });
});
