import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { permission } from '../../server/access/accounts/permission.collection.ts';
import { syncPermissions } from '../../server/access/accounts/permission-sync.ts';
import type { ItemOf, LogLine } from '../support/bodies.ts';
import { freshApp, PASSWORD } from '../support/fresh-app.ts';
import { administration, type Group } from '../support/records/administration.ts';

// Faults that servers of the family had, and that no other test looks for. docs/reference/lin-cms-traps.md lists all of them.

const app = await freshApp();

const { admin, outcome, groupNamed } = administration(app);

describe('groups', () => {
  it('can be deleted when their last member is deleted', async () => {
    const { id, groupId } = await app.granted();
    assert.deepEqual(await outcome('DELETE', `/group/${groupId}`), [403, 10027]);
    assert.deepEqual(await outcome('DELETE', `/user/${id}`), [200, 5]);
    assert.deepEqual(await outcome('DELETE', `/group/${groupId}`), [200, 8]);
  });
  it('that do not exist are not found, whatever is done to them', async () => {
    const group_id = 999_999;
    for (const [method, path, body] of [
      ['GET', `/group/${group_id}`],
      ['PUT', `/group/${group_id}`, { name: 'nobody' }],
      ['DELETE', `/group/${group_id}`],
      ['POST', '/permission/dispatch', { group_id, permission_id: 1 }],
      ['POST', '/permission/dispatch/batch', { group_id, permission_ids: [1] }],
      ['POST', '/permission/remove', { group_id, permission_ids: [1] }],
    ] as const)
      assert.deepEqual(await outcome(method, path, body), [404, 10024], `${method} ${path}`);
  });
  it('of the super administrators and of the guests may have other names, and stay what they are', async () => {
    const [root, guest] = [await groupNamed('root'), await groupNamed('guest')];
    for (const [id, name] of [
      [root, 'captains'],
      [guest, 'passengers'],
    ])
      assert.deepEqual(await outcome('PUT', `/group/${id}`, { name }), [200, 7]);
    assert.deepEqual(await outcome('DELETE', `/group/${root}`), [403, 10074]);
    assert.deepEqual(await outcome('DELETE', `/group/${guest}`), [403, 10075]);
    const { access } = await app.person();
    const { groups } = await app.as(access).read<{ groups: Group[] }>('/cms/user/information');
    assert.deepEqual(
      groups.map(({ id }) => id),
      [guest],
    );
  });
});

describe('a permission', () => {
  it('that vanishes and returns is granted to whom it was', async () => {
    const { store } = app.server;
    const { access, groupId } = await app.granted('book.delete');
    const held = async () => (await admin<Group>('GET', `/group/${groupId}`)).body.permissions.length;
    const present = await store.reads.where(permission, (select) => select.where('mount', '=', true));
    await syncPermissions(
      store,
      present.filter(({ name }) => name !== '删除图书'),
    );
    assert.equal(await held(), 0);
    await syncPermissions(store, present);
    assert.equal(await held(), 1);
    await app.as(access).done(`DELETE /v1/book/${await app.makeBook()}`);
  });
});

describe('the log', () => {
  it('counts all its users, not those of the page', async () => {
    await app.person();
    const { items, total } = await app.root.read<{ items: string[]; total: number }>(
      '/cms/log/users?count=1',
    );
    assert.ok(items.length === 1 && total > 1);
  });
  it('answers an empty page where nothing is left', async () => {
    for (const path of ['/cms/log', '/cms/log/search', '/cms/log/users']) {
      const items = await app.root.list(`/lin3${path}?page=1000`);
      assert.deepEqual(items, []);
    }
  });
  it('keeps long paths', async () => {
    const path = `/v1/book/${'7'.repeat(180)}`;
    assert.equal((await app.nobody.get(path)).status, 401);
    const items = await app.root.list<LogLine>('/cms/log?count=5');
    assert.ok(items.some((record) => record.path === path));
  });
});

describe('a request', () => {
  it('cannot ask for pages of any size', async () => {
    for (const [path, most] of [
      ['/cms/admin/users', 100],
      ['/cms/admin/group', 100],
      ['/cms/log', 100],
      ['/cms/log/users', 100],
      ['/v1/book', 1000],
    ] as const) {
      for (const count of [0, -1, most + 1, 1e9]) {
        const { status, body } = await app.root.get(`/lin3${path}?count=${count}`);
        assert.deepEqual([status, body.code], [400, 10030], `${path} ${count}`);
      }
    }
  });
  it('is read from its body, never from its query', async () => {
    const { access } = await app.person();
    const query = 'username=of+the+query&nickname=of+the+query&title=of+the+query';
    const body = { username: 'of the body', password: PASSWORD, confirm_password: PASSWORD };
    const made = await app.root.done<{ id: number }>(`POST /lin3/cms/user/register?${query}`, body);
    await app.as(access).done(`PUT /lin3/cms/user?${query}`, { nickname: 'of the body' });
    const { nickname } = await app.as(access).read('/cms/user/information');
    const items = await app.root.list<ItemOf<'GET /cms/admin/users'>>('/cms/admin/users?count=100');
    assert.equal(nickname, 'of the body');
    assert.equal(items.find(({ id }) => id === made.id)?.username, 'of the body');
  });
});
