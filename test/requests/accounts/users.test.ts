import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { administration, REFUSED, type Users, WELCOME } from '../../support/records/administration.ts';

const app = await freshApp();

const { admin, outcome, listed, auths } = administration(app);

describe('users', () => {
  it('are listed without super administrators and secrets, by group', async () => {
    const { id, groupId } = await app.granted();
    const answer = await admin<Users>('GET', '/users?count=100');
    assert.ok(answer.body.items.every(({ username }) => username !== 'root'));
    assert.doesNotMatch(answer.text, /argon2|credential|password/);
    const { body } = await admin<Users>('GET', `/users?group_id=${groupId}`);
    assert.deepEqual([body.items.map((one) => one.id), body.total], [[id], 1]);
    const { body: none } = await admin<Users>('GET', '/users?group_id=9223372036854775807');
    assert.deepEqual([none.items, none.total], [[], 0]);
    for (const wrong of ['0', '-1', '1.5', '1e3', 'x', '9223372036854775808', '99999999999999999999'])
      assert.deepEqual(await outcome('GET', `/users?group_id=${wrong}`), [400, 10030], wrong);
    const { body: page } = await admin<Users>('GET', '/users?count=2&page=1');
    assert.deepEqual(
      page.items.map((one) => one.id),
      answer.body.items.slice(2, 4).map((one) => one.id),
    );
  });
  it('change groups and address', async () => {
    const { id } = await app.person();
    const groups = [await app.groupWith(), await app.groupWith('log.search')];
    assert.equal(
      (await admin('PUT', `/user/${id}`, { group_ids: groups, email: 'u@example.com' })).status,
      200,
    );
    const record = await listed(id);
    assert.deepEqual([record?.group_id, record?.email], [groups[0], 'u@example.com']);
    assert.equal([record?.groups].flat().length, 2);
  });
  it('are named by those who may change them, and by nobody else', async () => {
    const [one, other] = [await app.person(), await app.person()];
    const stranger = await app.person();
    const bodies: [nickname: unknown, status: number, kept: string][] = [
      ['Mei Lin', 200, 'Mei Lin'],
      ['梅林', 200, '梅林'],
      ['x', 400, '梅林'],
      ['  ', 400, '梅林'],
      ['\u200b\u200b', 400, '梅林'],
      ['x'.repeat(25), 400, '梅林'],
      [null, 400, '梅林'],
    ];
    for (const [nickname, status, kept] of bodies) {
      assert.equal((await admin('PUT', `/user/${one.id}`, { nickname })).status, status, String(nickname));
      assert.equal((await listed(one.id))?.nickname, kept);
      assert.equal((await one.read('/cms/user/information')).nickname, kept);
    }
    assert.equal((await stranger.put(`/cms/admin/user/${one.id}`, { nickname: 'Taken' })).status, 401);
    assert.equal((await listed(one.id))?.nickname, '梅林');
    assert.equal((await listed(other.id))?.nickname, other.username);
  });
  it('leave root in its groups, active, and undeleted', async () => {
    const rootId = (await app.root.read('/cms/user/auths')).id;
    assert.deepEqual(await outcome('PUT', `/user/${rootId}`, { group_ids: [] }), [403, 10078]);
    assert.deepEqual(await outcome('DELETE', `/user/${rootId}`), [403, 10079]);
    assert.equal((await admin('PUT', `/disable/${rootId}`)).status, 403);
    assert.equal((await admin('DELETE', `/user/${rootId}/activation`)).status, 403);
    assert.deepEqual(await auths(app.root.access), WELCOME);
  });
  it('that do not exist are not found', async () => {
    for (const id of ['999999', '9223372036854775807'])
      assert.deepEqual(await outcome('DELETE', `/user/${id}`), [404, 10021]);
    for (const id of ['0', '-1', 'x']) assert.deepEqual(await outcome('DELETE', `/user/${id}`), [400, 10030]);
  });
});

describe('every administrator route', () => {
  it('refuses a member and somebody without a token', async () => {
    const { access } = await app.person();
    const { paths } = await app.nobody.read<{ paths: Record<string, Record<string, unknown>> }>(
      '/openapi.json',
    );
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, '1')] as const),
    );
    const admins = routes.filter(
      ([, path]) => path.startsWith('/cms/admin') || path === '/cms/user/register',
    );
    assert.ok(admins.length > 15);
    for (const [method, path] of admins) {
      for (const sent of [{}, { token: access }]) {
        const answer = await app.request(method, path, {
          ...sent,
          ...(method.startsWith('P') && { body: {} }),
        });
        assert.deepEqual([answer.status, answer.body.error_code], REFUSED, `${method} ${path}`);
      }
    }
  });
});
