// No engine changes its result: older paths become today’s before a record is read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { administration, type Users } from '../../support/records/administration.ts';

// What clients of Lin CMS 0.1 and 0.2 send where today's paths are others: permissions by their names, one group a user.

const app = await freshApp();
const { admin, outcome, groupNamed, listed, search } = administration(app);

describe('permissions by their names', () => {
  it('are granted one at a time, many at a time, and taken back', async () => {
    const { access, groupId: group_id } = await app.granted();
    const held = async () => {
      const { body } = await admin<{ auths: Record<string, { auth: string }[]>[] }>(
        'GET',
        `/group/${group_id}`,
      );
      return body.auths.flatMap((module) =>
        Object.values(module)
          .flat()
          .map(({ auth }) => auth),
      );
    };
    assert.deepEqual(await outcome('POST', '/dispatch', { group_id, auth: '搜索日志' }), [200, 9]);
    assert.deepEqual(await outcome('POST', '/dispatch', { group_id, auth: '搜索日志' }), [403, 10230]);
    assert.equal((await search(access))[0], 200);
    const auths = ['搜索日志', '删除图书'];
    assert.deepEqual(await outcome('POST', '/dispatch/patch', { group_id, auths }), [200, 9]);
    assert.deepEqual((await held()).toSorted(), auths.toSorted());
    assert.deepEqual(await outcome('POST', '/remove', { group_id, auths: ['搜索日志'] }), [200, 10]);
    assert.deepEqual(await held(), ['删除图书']);
    assert.equal((await search(access))[0], 401);
  });
  it('are taken in every language in which they are listed, and by their keys', async () => {
    const { access, groupId: group_id } = await app.granted();
    const { body } = await app.request<Record<string, { id: number; name: string }[]>>(
      'GET',
      '/cms/admin/permission',
      { token: app.root.access, headers: { 'accept-language': 'en' } },
    );
    const names = Object.values(body)
      .flat()
      .map(({ name }) => name);
    assert.ok(names.includes('Search the log'), names.join());
    for (const auth of [...names, 'log.search', '搜索日志']) {
      await admin('POST', '/remove', { group_id, auths: names });
      assert.deepEqual(await outcome('POST', '/dispatch', { group_id, auth }), [200, 9], auth);
    }
    assert.equal((await search(access))[0], 200);
    assert.deepEqual(await outcome('POST', '/remove', { group_id, auths: ['log.search'] }), [200, 10]);
    assert.equal((await search(access))[0], 401);
    assert.deepEqual(await outcome('POST', '/dispatch/patch', { group_id, auths: names }), [200, 9]);
    assert.deepEqual(await outcome('POST', '/group', { name: 'in English', auths: names }), [201, 15]);
    for (const auth of ['log.searching', 'search the log', '__proto__'])
      assert.deepEqual(await outcome('POST', '/dispatch', { group_id, auth }), [404, 10231], auth);
  });
  it('come with a new group', async () => {
    const made = await admin<{ id: number }>('POST', '/group', { name: 'by names', auths: ['删除图书'] });
    const { body } = await admin<{ items: { id: number; auths: unknown }[] }>('GET', '/groups?count=100');
    assert.deepEqual(body.items.find(({ id }) => id === made.body.id)?.auths, [
      { 图书: [{ auth: '删除图书', module: '图书' }] },
    ]);
    assert.ok(!body.items.some(({ id }) => id === 1), 'the super administrators are not among them');
  });
  it('must exist, as must the group', async () => {
    const group_id = await app.groupWith();
    for (const auth of ['无此权限', '搜索日志\0', '']) {
      const [status] = await outcome('POST', '/dispatch', { group_id, auth });
      assert.ok(status === 404 || status === 400, auth);
    }
    const auths = ['搜索日志', '无此权限'];
    assert.deepEqual(await outcome('POST', '/dispatch/patch', { group_id, auths }), [404, 10231]);
    assert.deepEqual(await outcome('POST', '/remove', { group_id, auths }), [404, 10231]);
    assert.deepEqual(await outcome('POST', '/group', { name: 'half', auths }), [404, 10231]);
    assert.deepEqual(
      await outcome('POST', '/dispatch', { group_id: 99_999, auth: '搜索日志' }),
      [404, 10024],
    );
    assert.deepEqual(await outcome('POST', '/dispatch', { group_id }), [400, 10030]);
  });
});

describe('users', () => {
  it('change address and group, password and activity, and go', async () => {
    const { id, username, access } = await app.person();
    const group_id = await app.groupWith();
    assert.deepEqual(await outcome('PUT', `/${id}`, { email: 'u@example.com', group_id }), [200, 6]);
    const record = await listed(id);
    assert.deepEqual([record?.email, record?.group_id], ['u@example.com', group_id]);
    const words = { new_password: 'older words 1', confirm_password: 'older words 1' };
    assert.deepEqual(await outcome('PUT', `/password/${id}`, words), [200, 4]);
    assert.equal((await search(access))[0], 422);
    await app.signIn(username, 'older words 1');
    assert.equal((await outcome('PUT', `/disable/${id}`))[0], 200);
    assert.equal((await app.logIn(username, 'older words 1')).status, 401);
    assert.equal((await outcome('PUT', `/active/${id}`))[0], 200);
    assert.deepEqual(await outcome('DELETE', `/${id}`), [200, 5]);
    assert.deepEqual(await outcome('DELETE', `/${id}`), [404, 10021]);
  });
  it('of the super administrators stay there, and nobody else gets there', async () => {
    const [{ id }, root] = [await app.person(), await groupNamed('root')];
    assert.deepEqual(await outcome('PUT', `/${id}`, { group_id: root }), [403, 10073]);
    assert.deepEqual(await outcome('PUT', '/1', { group_id: 2 }), [403, 10078]);
    assert.deepEqual(await outcome('DELETE', '/1'), [403, 10079]);
    assert.deepEqual(await outcome('PUT', '/disable/1'), [403, 10070]);
    const { body } = await admin<Users>('GET', '/users?count=100');
    assert.ok(body.items.every((record) => record.id !== 1));
  });
});
