import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { makeRecords } from '../../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/rules' });

const missing = 999_999;
let [ann, bob, historian]: [Person?, Person?, Person?] = [];
let draft = 0;
let revision = 0;

const ask = (token: string | undefined, request: string, body?: unknown) => {
  const [method = '', url = ''] = request.split(' ');
  return app.request<{ items: { id: number; user: unknown; changes: object }[] }>(method, url, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  });
};

before(async () => {
  ann = await app.person();
  bob = await app.person();
  historian = await app.granted('post.history');
  draft = await ann.make('/v1/post', { title: 'draft' });
  await ask(app.root.access, `PATCH /v1/post/${draft}`, { title: 'changed' });
  revision = (await ask(app.root.access, `GET /v1/post/${draft}/history`)).body.items[0]?.id ?? 0;
});

describe('the past of a record that is not the caller’s', () => {
  it('is answered in each of its uses as that of a record that is not there', async () => {
    for (const request of [
      'GET /v1/post/:id?as_of=1',
      `GET /v1/post/:id?as_of=${Date.now()}`,
      'GET /v1/post/:id/history',
      'GET /v1/post/:id/history?after=1',
      `GET /v1/post/:id/history?after=${revision}`,
      `POST /v1/post/:id/history/${revision}/restore`,
      'POST /v1/post/:id/history/999999/restore',
      'POST /v1/post/trash/:id/restore',
    ]) {
      const of = (id: number) => ask(bob?.access, request.replace(':id', String(id)));
      const [hidden, none] = [await of(draft), await of(missing)];
      assert.equal(hidden.status, 404, request);
      assert.equal(hidden.text.replace(`/${draft}`, `/${missing}`), none.text);
    }
  });

  it('is told only of states that the rule leaves', async () => {
    const reviewed = { title: 'secret draft', state: 'draft' };
    const [id] = await makeRecords(app, 'post', [reviewed], BigInt(ann?.id ?? 0));
    await ask(app.root.access, `PATCH /v1/post/${id}`, { title: 'second draft' });
    await ask(app.root.access, `PATCH /v1/post/${id}`, { title: 'public', state: 'published' });
    await ask(app.root.access, `PATCH /v1/post/${id}`, { title: 'public still' });
    const told = async (token: string | undefined, query = '') =>
      (await ask(token, `GET /v1/post/${id}/history${query}`)).body.items.map(({ changes }) => changes);
    const still = { title: { before: 'public', after: 'public still' } };
    assert.deepEqual(await told(historian?.access), [still, {}, {}, {}]);
    const [first] = (await ask(app.root.access, `GET /v1/post/${id}/history?count=1`)).body.items;
    assert.deepEqual(await told(historian?.access, `?after=${first?.id}`), [{}, {}, {}]);
    assert.equal((await told(ann?.access)).filter((changes) => 'title' in changes).length, 4);
    await ask(app.root.access, `PATCH /v1/post/${id}`, { title: 'withdrawn', state: 'draft' });
    assert.equal((await ask(historian?.access, `GET /v1/post/${id}/history`)).status, 404);
  });
});

describe('who did something', () => {
  it('is shown to those granted the rule; others see only their own changes', async () => {
    const known = async (token: string | undefined, id: number) =>
      (await ask(token, `GET /v1/post/${id}/history`)).body.items.map(({ user }) => user !== null);
    assert.deepEqual(await known(ann?.access, draft), [false, true]);
    assert.deepEqual(await known(app.root.access, draft), [true, true]);
    await ask(app.root.access, `PATCH /v1/post/${draft}`, { state: 'published' });
    assert.deepEqual(await known(historian?.access, draft), [true, true, true]);
    await ask(app.root.access, `DELETE /v1/post/${draft}`);
    const trash = await ask(ann?.access, 'GET /v1/post/trash');
    assert.match(trash.text, /"deleted_by":null/);
    assert.doesNotMatch(trash.text, /root/);
  });
});

describe('a list as of a time', () => {
  it('is read where long reads are', async () => {
    const { longReads } = app.server.store.database;
    const all = longReads.all;
    let count = 0;
    longReads.all = (statement) => {
      count += 1;
      return all.call(longReads, statement);
    };
    await app.root.read(`/v1/post?as_of=${Date.now()}`);
    longReads.all = all;
    assert.ok(count >= 3, `${count}`);
  });
});
