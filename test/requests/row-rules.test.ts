import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, type Person } from '../support/fresh-app.ts';
import { countReads, makeRows } from '../support/novels.ts';

const app = await freshApp({ contentDir: 'test/content/rules' });
const root = app.root.access;
let [ann, bob, eve]: [Person?, Person?, Person?] = [];
const posts: Record<string, number> = {};

type Ask = { token?: string; body?: unknown };
const ask = async (token: string | undefined, request: string, body?: unknown) => {
  const [method = '', url = ''] = request.split(' ');
  const sent: Ask = { ...(token !== undefined && { token }), ...(body !== undefined && { body }) };
  return app.request<{ id: number; items: { title: string }[]; total: number | null; message: string }>(
    method,
    url,
    sent,
  );
};
const tokens = () => ({ nobody: undefined, bob: bob?.access, ann: ann?.access, eve: eve?.access, root });

before(async () => {
  ann = await app.person();
  bob = await app.person();
  eve = await app.granted('编辑全部文章');
  const make = async (title: string, token: string, more: object = {}) => {
    posts[title] = Number((await ask(token, 'POST /v1/post', { title, ...more })).body.id);
  };
  await make('draft', ann.access);
  const reviewed = { title: 'reviewed', reviewers: [BigInt(bob.id)] };
  posts.reviewed = Number((await makeRows(app, 'post', [reviewed], BigInt(ann.id)))[0]);
  await make('published', ann.access);
  await ask(root, `PATCH /v1/post/${posts.published}`, { state: 'published' });
  await make('of root', root, { state: 'draft' });
});

describe('rules that leave some rows', () => {
  it('show each caller the rows of all the rules that let him in', async () => {
    const seen: Record<string, string[]> = {};
    for (const [name, token] of Object.entries(tokens())) {
      const list = await ask(token, 'GET /v1/post?total=true&sort=id');
      seen[name] = list.body.items.map(({ title }) => title);
      assert.equal(list.body.total, seen[name].length);
      for (const [title, id] of Object.entries(posts)) {
        const { status } = await ask(token, `GET /v1/post/${id}`);
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
    const patch = (token: string | undefined, title: string, body: object) =>
      ask(token, `PATCH /v1/post/${posts[title]}`, body).then(({ status }) => status);
    assert.equal(await patch(undefined, 'published', { title: 'x' }), 401);
    assert.equal(await patch(bob?.access, 'published', { title: 'x' }), 404);
    assert.equal(await patch(ann?.access, 'published', { title: 'x' }), 404);
    assert.equal(await patch(bob?.access, 'draft', { title: 'x' }), 404);
    assert.equal(await patch(bob?.access, 'reviewed', { title: 'reviewed' }), 200);
    assert.equal(
      await patch(bob?.access, 'reviewed', { reviewers: [] }),
      400,
      'a row must stay the caller’s',
    );
    assert.equal(await patch(ann?.access, 'draft', { state: 'published' }), 400);
    assert.equal(await patch(eve?.access, 'of root', { state: 'published' }), 200);
    assert.equal(await patch(eve?.access, 'of root', { state: 'draft' }), 200);
  });

  it('leave to be made only what they leave', async () => {
    const made = (token: string | undefined, body: object) =>
      ask(token, 'POST /v1/post', body).then(({ status }) => status);
    assert.equal(await made(undefined, { title: 'a' }), 401);
    assert.equal(await made(bob?.access, { title: 'a', state: 'published' }), 400);
    assert.equal(await made(eve?.access, { title: 'made by eve', state: 'published' }), 201);
  });

  it('leave to be deleted only what they leave', async () => {
    const remove = (token: string | undefined, title: string) =>
      ask(token, `DELETE /v1/post/${posts[title]}`).then(({ status }) => status);
    assert.equal(await remove(bob?.access, 'reviewed'), 404);
    assert.equal(await remove(ann?.access, 'published'), 404);
    assert.equal(await remove(ann?.access, 'reviewed'), 200);
  });
});

describe('a rule through a reference', () => {
  it('follows what the row refers to', async () => {
    const note = (post: string | undefined, token = ann?.access) =>
      ask(token, 'POST /v1/note', { words: `about ${post}`, ...(post && { post: posts[post] }) });
    assert.equal((await note('draft')).status, 400);
    assert.equal((await note(undefined)).status, 400);
    const { id } = (await note('published')).body;
    for (const token of Object.values(tokens())) {
      assert.equal((await ask(token, `GET /v1/note/${id}`)).status, 200);
      assert.equal((await ask(token, 'GET /v1/note')).body.items.length, 1);
    }
    await ask(root, `PATCH /v1/post/${posts.published}`, { state: 'draft' });
    for (const [name, token] of Object.entries(tokens())) {
      const isRoot = name === 'root';
      assert.equal((await ask(token, `GET /v1/note/${id}`)).status, isRoot ? 200 : 404);
      assert.equal((await ask(token, 'GET /v1/note')).body.items.length, isRoot ? 1 : 0);
    }
  });
});

describe('asking for a row under a rule', () => {
  it('costs no statement more than without, and one for each reference that the rule follows', async () => {
    const reads = async (token: string | undefined, record: string, row: Record<string, unknown>) => {
      const [id] = await makeRows(app, record, [row], BigInt(ann?.id ?? 0));
      let status = 0;
      const count = await countReads(app, async () => {
        ({ status } = await ask(token, `GET /v1/${record}/${id}`));
      });
      assert.equal(status, 200);
      return count;
    };
    const [published] = await makeRows(app, 'post', [{ title: 'p', state: 'published' }]);
    const own = { title: 'x' };
    assert.equal(await reads(ann?.access, 'post', own), await reads(root, 'post', own));
    const note = { words: 'x', post: published };
    assert.equal(await reads(ann?.access, 'note', note), (await reads(root, 'note', note)) + 1);
  });
});
