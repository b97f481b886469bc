// No engine changes its result: it is about the forms of answers that a client depends on.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyRecord, BodyOf } from '../support/bodies.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { type LinClient, read } from '../support/lin/lin-client.ts';
import { linSite } from '../support/lin/lin-site.ts';

// The pages of the super administrator, as lin-cms-vue 0.4.3 has them.

const { app, signedIn } = await linSite();

let root: LinClient;
before(async () => {
  root = await signedIn('root');
});

describe('groups and their permissions', () => {
  it('are made, ticked, unticked, renamed and deleted', async () => {
    const headers = { 'accept-language': 'en' };
    const modules = (await root.ask('GET', 'cms/admin/permission', {
      headers,
    })) as BodyOf<'GET /cms/admin/permission'>;
    const all = Object.values(modules).flat();
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length, 'the client ticks by name');
    const [first, second, third] = all.map(({ id }) => id);
    await root.write('POST', 'cms/admin/group', { name: '编辑', info: '', permission_ids: [first, second] });
    const groups = await root.get<BodyOf<'GET /cms/admin/group/all'>>('cms/admin/group/all');
    const id = groups.find(({ name }) => name === '编辑')?.id;
    assert.ok(!groups.some(({ name }) => name === 'root'));
    const ticked = async () => {
      const { permissions } = await root.get<BodyOf<'GET /cms/admin/group/:id'>>(`cms/admin/group/${id}`);
      for (const { module } of permissions) assert.ok(module in modules, module);
      return permissions.map((one) => one.id).sort();
    };
    assert.deepEqual(await ticked(), [first, second].sort());
    for (let round = 0; round < 2; round += 1) {
      // The page never loads again what it once read, so it sends what is granted already.
      await root.write('POST', 'cms/admin/permission/dispatch/batch', {
        group_id: id,
        permission_ids: [third],
      });
      await root.write('POST', 'cms/admin/permission/remove', { group_id: id, permission_ids: [first] });
    }
    assert.deepEqual(await ticked(), [second, third].sort());
    await root.write('PUT', `cms/admin/group/${id}`, { name: '主编', info: '负责人' });
    await root.write('DELETE', `cms/admin/group/${id}`);
  });
});

describe('users', () => {
  it('are added without an address, listed, moved, given a password and deleted', async () => {
    const [group] = [await app.groupWith('book.delete')];
    const added = { email: '', username: 'lin', password: PASSWORD, confirm_password: PASSWORD };
    await root.write('POST', 'cms/user/register', { ...added, group_ids: [group] });
    await root.write('POST', 'cms/user/register', { ...added, username: 'lan', group_ids: [] });
    const page = await root.get<object>('cms/admin/users', { count: 10, page: 0, group_id: group });
    assert.equal(read(page, 'total'), 1);
    const [user] = read<AnyRecord[]>(page, 'items');
    for (const name of ['id', 'username', 'email']) read(user, name);
    assert.deepEqual(
      read<AnyRecord[]>(user, 'groups').map((one) => one.id),
      [group],
    );
    const other = await app.groupWith();
    await root.write('PUT', `cms/admin/user/${user?.id}`, { email: null, group_ids: [group, other] });
    const words = { new_password: 'Words_123', confirm_password: 'Words_123' };
    await root.write('PUT', `cms/admin/user/${user?.id}/password`, words);
    await signedIn('lin', 'Words_123');
    await root.write('DELETE', `cms/admin/user/${user?.id}`);
    const all = await root.get<object>('cms/admin/users', { count: 10, page: 0, group_id: '' });
    const names = read<{ username: string }[]>(all, 'items').map(({ username }) => username);
    assert.ok(names.includes('lan') && !names.includes('lin') && !names.includes('root'));
  });
  it('show what was wrong', async () => {
    const shown = root.toasts.length;
    const group = (await app.granted()).groupId;
    assert.equal(await root.ask('DELETE', `cms/admin/group/${group}`), undefined);
    assert.equal(root.toasts.length, shown + 1);
    assert.match(root.toasts.at(-1) ?? '', /1 人/);
    assert.equal(root.isSignedOut, false);
  });
});
