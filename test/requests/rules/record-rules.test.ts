import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyRecord, Page } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { countReads, makeRecords } from '../../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/rules' });

const ann = await app.person();
const bob = await app.person();
const eve = await app.granted('post.edit');
const people = { nobody: app.nobody, bob, ann, eve, root: app.root };
const posts: Record<string, number> = {};

before(async () => {
  const make = async (title: string, by: Client, more: object = {}) => {
    posts[title] = await by.make('/v1/post', { title, ...more });
  };
  await make('draft', ann);
  const reviewed = { title: 'reviewed', reviewers: [BigInt(bob.id)] };
  posts.reviewed = Number((await makeRecords(app, 'post', [reviewed], BigInt(ann.id)))[0]);
  await make('published', ann);
  await app.root.done(`PATCH /v1/post/${posts.published}`, { state: 'published' });
  await make('of root', app.root, { state: 'draft' });
});

describe('rules that leave some records', () => {
  it('show each caller the records of all the rules that let them in', async () => {
    const seen: Record<string, string[]> = {};
    for (const [name, by] of Object.entries(people)) {
      const list = await by.ask<Page<AnyRecord<{ title: string }>>>('GET /v1/post?total=true&sort=id');
      seen[name] = list.body.items.map(({ title }) => title);
      assert.equal(list.body.total, seen[name].length);
      for (const [title, id] of Object.entries(posts)) {
        const { status } = await by.ask(`GET /v1/post/${id}`);
        assert.equal(status, seen[name].includes(title) ? 200 : 404, `${name} ${title}`);
      }
    }
    const all = ['draft', 'reviewed', 'published', 'of root'];
    assert.deepEqual(seen, {
      nobody: ['published'],
      bob: ['published'],
      ann: ['draft', 'reviewed', 'published'],
      eve: all,
      root: all,
    });
  });

  it('leave to be written only what they leave, before and after', async () => {
    const patch = (by: Client, title: string, body: object) =>
      by.ask(`PATCH /v1/post/${posts[title]}`, body).then(({ status }) => status);
    assert.equal(await patch(app.nobody, 'published', { title: 'x' }), 401);
    assert.equal(await patch(bob, 'published', { title: 'x' }), 404);
    assert.equal(await patch(ann, 'published', { title: 'x' }), 404);
    assert.equal(await patch(bob, 'draft', { title: 'x' }), 404);
    assert.equal(await patch(bob, 'reviewed', { title: 'reviewed' }), 200);
    assert.equal(await patch(bob, 'reviewed', { reviewers: [] }), 400, 'a record must stay the caller’s');
    assert.equal(await patch(ann, 'draft', { state: 'published' }), 400);
    assert.equal(await patch(eve, 'of root', { state: 'published' }), 200);
    assert.equal(await patch(eve, 'of root', { state: 'draft' }), 200);
  });

  it('leave to be made only what they leave', async () => {
    const made = (by: Client, body: object) => by.ask('POST /v1/post', body).then(({ status }) => status);
    assert.equal(await made(app.nobody, { title: 'a' }), 401);
    assert.equal(await made(bob, { title: 'a', state: 'published' }), 400);
    assert.equal(await made(eve, { title: 'made by eve', state: 'published' }), 201);
  });

  it('leave to be deleted only what they leave', async () => {
    const remove = (by: Client, title: string) =>
      by.ask(`DELETE /v1/post/${posts[title]}`).then(({ status }) => status);
    assert.equal(await remove(bob, 'reviewed'), 404);
    assert.equal(await remove(ann, 'published'), 404);
    assert.equal(await remove(ann, 'reviewed'), 200);
  });
});

describe('a rule through a reference', () => {
  it('follows what the record refers to', async () => {
    const note = (post: string | undefined, by: Client = ann) =>
      by.ask<AnyRecord>('POST /v1/note', { words: `about ${post}`, ...(post && { post: posts[post] }) });
    assert.equal((await note('draft')).status, 400);
    assert.equal((await note(undefined)).status, 400);
    const { id } = (await note('published')).body;
    for (const by of Object.values(people)) {
      assert.equal((await by.ask(`GET /v1/note/${id}`)).status, 200);
      assert.equal((await by.ask<Page>('GET /v1/note')).body.items.length, 1);
    }
    await app.root.ask(`PATCH /v1/post/${posts.published}`, { state: 'draft' });
    for (const [name, by] of Object.entries(people)) {
      const isRoot = name === 'root';
      assert.equal((await by.ask(`GET /v1/note/${id}`)).status, isRoot ? 200 : 404);
      assert.equal((await by.ask<Page>('GET /v1/note')).body.items.length, isRoot ? 1 : 0);
    }
  });
});

describe('asking for a record under a rule', () => {
  it('costs no statement more than without, and one for each reference that the rule follows', async () => {
    const reads = async (by: Client, collection: string, record: Record<string, unknown>) => {
      const [id] = await makeRecords(app, collection, [record], BigInt(ann.id));
      let status = 0;
      const count = await countReads(app, async () => {
        ({ status } = await by.ask(`GET /v1/${collection}/${id}`));
      });
      assert.equal(status, 200);
      return count;
    };
    const [published] = await makeRecords(app, 'post', [{ title: 'p', state: 'published' }]);
    const own = { title: 'x' };
    assert.equal(await reads(ann, 'post', own), await reads(app.root, 'post', own));
    const note = { words: 'x', post: published };
    assert.equal(await reads(ann, 'note', note), (await reads(app.root, 'note', note)) + 1);
  });
});
