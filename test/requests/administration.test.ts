import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD } from '../support/fresh-app.ts';

const app = await freshApp();
const token = app.root.access;

interface Users {
  readonly items: readonly Record<string, unknown>[];
  readonly total: number;
}
interface Group {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  readonly permissions: readonly { id: number; name: string }[];
}

const admin = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  app.request<Body>(method, `/cms/admin${path}`, { token, ...(body !== undefined && { body }) });
const outcome = async (...sent: Parameters<typeof admin>) => {
  const { status, body } = await admin(...sent);
  return [status, body.error_code];
};
const groupNamed = async (name: string) => {
  const { body } = await admin<{ items: Group[] }>('GET', '/group?count=100');
  const found = body.items.find((one) => one.name === name);
  assert.ok(found);
  return found.id;
};
const search = async (access: string) => {
  const { status, body } = await app.request('GET', '/cms/log/search', { token: access });
  return [status, body.error_code];
};
const auths = async (access: string) => {
  const { status, body } = await app.request('GET', '/cms/user/auths', { token: access });
  return [status, body.error_code];
};
const listed = async (id: number) => {
  const { body } = await admin<Users>('GET', '/users?count=100');
  return body.items.find((one) => one.id === id);
};
const REFUSED = [401, 10000];
const INVALID = [422, 10040];
const WELCOME = [200, undefined];

describe('groups', () => {
  it('are made, read, changed and deleted', async () => {
    const permission_ids = await app.permissionIds('搜索日志', '删除图书');
    const made = await admin<{ id: number }>('POST', '/group', {
      name: 'editors',
      info: 'i',
      permission_ids,
    });
    assert.equal(made.status, 201);
    const { id } = made.body;
    const { body } = await admin<Group>('GET', `/group/${id}`);
    assert.deepEqual([body.name, body.info], ['editors', 'i']);
    assert.deepEqual(body.permissions.map((one) => one.id).sort(), [...permission_ids].sort());
    assert.equal((await admin('PUT', `/group/${id}`, { name: 'writers' })).status, 200);
    const renamed = (await admin<Group>('GET', `/group/${id}`)).body;
    assert.deepEqual([renamed.name, renamed.info, renamed.permissions.length], ['writers', 'i', 2]);
    assert.equal((await admin('DELETE', `/group/${id}`)).status, 200);
    assert.deepEqual(await outcome('GET', `/group/${id}`), [404, 10024]);
    assert.equal((await admin('POST', '/group', { name: 'writers' })).status, 201);
  });
  it('keep their names apart', async () => {
    assert.equal((await admin('POST', '/group', { name: 'once' })).status, 201);
    assert.deepEqual(await outcome('POST', '/group', { name: 'once' }), [403, 10072]);
    const other = await app.groupWith();
    assert.deepEqual(await outcome('PUT', `/group/${other}`, { name: 'once' }), [403, 10072]);
  });
  it('undo the whole creation where a permission is unknown', async () => {
    assert.deepEqual(
      await outcome('POST', '/group', { name: 'half', permission_ids: [999999] }),
      [404, 10231],
    );
    assert.equal((await admin('POST', '/group', { name: 'half' })).status, 201);
  });
  it('with members, of the super administrators and of the guests stay', async () => {
    const { groupId } = await app.granted();
    assert.deepEqual(await outcome('DELETE', `/group/${groupId}`), [403, 10027]);
    assert.deepEqual(await outcome('DELETE', `/group/${await groupNamed('root')}`), [403, 10074]);
    assert.deepEqual(await outcome('DELETE', `/group/${await groupNamed('guest')}`), [403, 10075]);
  });
  it('are all listed but the super administrators', async () => {
    const { body } = await admin<Group[]>('GET', '/group/all');
    const names = body.map(({ name }) => name);
    assert.ok(names.includes('guest') && !names.includes('root'));
  });
});

describe('grants', () => {
  it('come one at a time, once', async () => {
    const group_id = await app.groupWith();
    const [permission_id] = await app.permissionIds('搜索日志');
    const body = { group_id, permission_id };
    assert.deepEqual(await outcome('POST', '/permission/dispatch', body), [200, 9]);
    assert.deepEqual(await outcome('POST', '/permission/dispatch', body), [403, 10230]);
    assert.deepEqual(
      await outcome('POST', '/permission/dispatch', { ...body, permission_id: 99999 }),
      [404, 10231],
    );
    assert.deepEqual(
      await outcome('POST', '/permission/dispatch', { ...body, group_id: 99999 }),
      [404, 10024],
    );
  });
  it('come and go in numbers', async () => {
    const group_id = await app.groupWith('搜索日志');
    const permission_ids = await app.permissionIds('搜索日志', '查询所有日志', '删除图书');
    assert.equal(
      (await admin('POST', '/permission/dispatch/batch', { group_id, permission_ids })).status,
      200,
    );
    assert.equal((await admin<Group>('GET', `/group/${group_id}`)).body.permissions.length, 3);
    const some = permission_ids.slice(0, 2);
    assert.equal((await admin('POST', '/permission/remove', { group_id, permission_ids: some })).status, 200);
    const { permissions } = (await admin<Group>('GET', `/group/${group_id}`)).body;
    assert.deepEqual(
      permissions.map(({ name }) => name),
      ['删除图书'],
    );
  });
  it('are described by routes', async () => {
    const { body } = await admin('GET', '/authority');
    assert.deepEqual(body.日志 && Object.keys(body.日志).includes('搜索日志'), true);
    assert.match(JSON.stringify(body), /GET \/cms\/log\/search/);
    assert.match(JSON.stringify(body), /DELETE \/v1\/book\/\{id\}/);
  });
});

describe('registering', () => {
  const register = (body: Record<string, unknown>, access = token) =>
    app.request<{ id: number; error_code: number }>('POST', '/cms/user/register', {
      token: access,
      body: { password: PASSWORD, confirm_password: PASSWORD, ...body },
    });

  it('is for super administrators', async () => {
    const { access } = await app.person();
    const answer = await register({ username: 'sneaky' }, access);
    assert.deepEqual([answer.status, answer.body.error_code], REFUSED);
  });
  it('makes one user of fifty parallel requests for one name', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => register({ username: 'rushed' })));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 1, String(statuses));
    for (const { status, body } of answers)
      if (status !== 201) assert.deepEqual([status, body.error_code], [400, 10071]);
    const { body } = await admin<Users>('GET', '/users?count=100');
    assert.equal(body.items.filter(({ username }) => username === 'rushed').length, 1);
  });
  it('puts a user without groups among the guests', async () => {
    const { id } = (await register({ username: 'a guest' })).body;
    assert.equal((await listed(id))?.group_name, 'guest');
  });
  it('lets nobody into the super administrators', async () => {
    const rootGroup = await groupNamed('root');
    const answer = await register({ username: 'climber', group_ids: [rootGroup] });
    assert.deepEqual([answer.status, answer.body.error_code], [403, 10073]);
    const missing = await register({ username: 'climber', group_ids: [99999] });
    assert.deepEqual([missing.status, missing.body.error_code], [404, 10077]);
    const person = await app.person();
    assert.deepEqual(await outcome('PUT', `/user/${person.id}`, { group_ids: [rootGroup] }), [403, 10073]);
    assert.deepEqual(
      await outcome('POST', '/permission/dispatch', { group_id: 'x', permission_id: 1 }),
      [400, 10030],
    );
  });
  it('keeps names and addresses apart, and frees them by deletion', async () => {
    const first = await register({ username: 'unique', email: 'one@example.com' });
    assert.equal(first.status, 201);
    const sameEmail = await register({ username: 'other name', email: 'one@example.com' });
    assert.deepEqual([sameEmail.status, sameEmail.body.error_code], [400, 10076]);
    assert.equal((await admin('DELETE', `/user/${first.body.id}`)).status, 200);
    const again = await register({ username: 'unique', email: 'one@example.com' });
    assert.equal(again.status, 201);
    assert.notEqual(again.body.id, first.body.id);
    for (const username of ['no mail 1', 'no mail 2'])
      assert.equal((await register({ username, email: '' })).status, 201);
  });
  it('refuses what breaks the rules', async () => {
    for (const body of [
      { username: 'x' },
      { username: 'x'.repeat(25) },
      { username: 'ann', password: 'short', confirm_password: 'short' },
      { username: 'ann', confirm_password: 'different' },
      { username: 'ann', email: 'no address' },
      { username: 'ann', group_ids: ['1x'] },
      { username: 1 },
      { username: 'a\0nn' },
    ]) {
      const answer = await register(body);
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030], JSON.stringify(body));
    }
  });
});

describe('mass assignment', () => {
  const extra = { admin: 1, level: 1, active: false, credential: 'x', is_deleted: true, id: 1, user_id: 1 };
  it('of a new user changes nothing', async () => {
    const body = { username: 'greedy', password: PASSWORD, confirm_password: PASSWORD, ...extra };
    const answer = await app.request<{ id: number }>('POST', '/cms/user/register', { token, body });
    if (answer.status === 400) return;
    const { access } = await app.signIn('greedy');
    const self = await app.send('GET', '/cms/user/auths', { token: access });
    assert.deepEqual([self.id, self.admin, self.active], [answer.body.id, 2, 1]);
    assert.deepEqual(await auths(token), WELCOME);
  });
  it('of a user changes nothing', async () => {
    const { id, username, access } = await app.person();
    await admin('PUT', `/user/${id}`, { email: 'greedy@example.com', ...extra });
    await app.request('PUT', '/cms/user/change_password', {
      token: access,
      body: { old_password: PASSWORD, new_password: PASSWORD, confirm_password: PASSWORD, ...extra },
    });
    const self = await app.send('GET', '/cms/user/auths', { token: access });
    assert.deepEqual([self.id, self.admin, self.active], [id, 2, 1]);
    await app.signIn(username);
  });
  it('of a group gives no level', async () => {
    const made = await admin<{ id: number }>('POST', '/group', { name: 'greedy group', ...extra });
    if (made.status === 400) return;
    await admin('PUT', `/group/${made.body.id}`, { name: 'greedy group', ...extra });
    const { access } = await app.person([made.body.id], 'of greedy');
    const self = await app.send('GET', '/cms/user/auths', { token: access });
    assert.equal(self.admin, 2);
    assert.deepEqual(await search(access), REFUSED);
  });
});

describe('users', () => {
  it('are listed without super administrators and secrets, by group', async () => {
    const { id, groupId } = await app.granted();
    const answer = await admin<Users>('GET', '/users?count=100');
    assert.ok(answer.body.items.every(({ username }) => username !== 'root'));
    assert.doesNotMatch(answer.text, /argon2|credential|password/);
    const { body } = await admin<Users>('GET', `/users?group_id=${groupId}`);
    assert.deepEqual([body.items.map((one) => one.id), body.total], [[id], 1]);
    const { body: page } = await admin<Users>('GET', '/users?count=2&page=1');
    assert.deepEqual(
      page.items.map((one) => one.id),
      answer.body.items.slice(2, 4).map((one) => one.id),
    );
  });
  it('change groups and address', async () => {
    const { id } = await app.person();
    const groups = [await app.groupWith(), await app.groupWith('搜索日志')];
    assert.equal(
      (await admin('PUT', `/user/${id}`, { group_ids: groups, email: 'u@example.com' })).status,
      200,
    );
    const row = await listed(id);
    assert.deepEqual([row?.group_id, row?.email], [groups[0], 'u@example.com']);
    assert.equal([row?.groups].flat().length, 2);
  });
  it('root keeps its groups, its activity and its life', async () => {
    const rootId = (await app.send('GET', '/cms/user/auths', { token })).id;
    assert.deepEqual(await outcome('PUT', `/user/${rootId}`, { group_ids: [] }), [403, 10078]);
    assert.deepEqual(await outcome('DELETE', `/user/${rootId}`), [403, 10079]);
    assert.equal((await admin('PUT', `/disable/${rootId}`)).status, 403);
    assert.equal((await admin('DELETE', `/user/${rootId}/activation`)).status, 403);
    assert.deepEqual(await auths(token), WELCOME);
  });
  it('that do not exist are not found', async () => {
    for (const id of ['999999', '9223372036854775807'])
      assert.deepEqual(await outcome('DELETE', `/user/${id}`), [404, 10021]);
    for (const id of ['0', '-1', 'x']) assert.deepEqual(await outcome('DELETE', `/user/${id}`), [400, 10030]);
  });
});

describe('a revocation binds the very next request', () => {
  const searcher = () => app.granted('搜索日志');
  it('of a grant', async () => {
    const { access, groupId } = await searcher();
    const permission_ids = await app.permissionIds('搜索日志');
    for (let round = 0; round < 3; round += 1) {
      assert.deepEqual(await search(access), WELCOME);
      await admin('POST', '/permission/remove', { group_id: groupId, permission_ids });
      assert.deepEqual(await search(access), REFUSED);
      await admin('POST', '/permission/dispatch/batch', { group_id: groupId, permission_ids });
    }
  });
  it('of a membership', async () => {
    const { access, id } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await admin('PUT', `/user/${id}`, { group_ids: [] });
    assert.deepEqual(await search(access), REFUSED);
  });
  it('of activity, and coming back does not revive old tokens', async () => {
    const { access, id, username } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await admin('PUT', `/disable/${id}`);
    assert.deepEqual(await search(access), INVALID);
    assert.equal((await listed(id))?.active, 2);
    const inactive = await app.logIn(username);
    assert.deepEqual([inactive.status, inactive.body.error_code], REFUSED);
    await admin('PUT', `/active/${id}`);
    assert.deepEqual(await search(access), INVALID);
    assert.deepEqual(await search((await app.signIn(username)).access), WELCOME);
  });
  it('of life', async () => {
    const { access, refresh, id, username } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await admin('DELETE', `/user/${id}`);
    assert.deepEqual(await search(access), INVALID);
    assert.equal((await app.request('GET', '/cms/user/refresh', { token: refresh })).status, 422);
    const gone = await app.logIn(username);
    assert.deepEqual([gone.status, gone.body.error_code], [401, 10031]);
  });
  it('of a password', async () => {
    const { access, id, username } = await searcher();
    const body = { new_password: 'reset words 3', confirm_password: 'reset words 3' };
    assert.equal((await admin('PUT', `/user/${id}/password`, body)).status, 200);
    assert.deepEqual(await search(access), INVALID);
    assert.equal((await app.logIn(username)).status, 401);
    assert.equal((await app.logIn(username, 'reset words 3')).status, 200);
  });
  it('also where another process wrote it', async () => {
    const { access, id } = await searcher();
    assert.deepEqual(await search(access), WELCOME);
    await app.behind('update quire_user set active = 0 where id = ?', id);
    assert.deepEqual(await search(access), INVALID);
  });
});

describe('every administrator route', () => {
  it('refuses a member and somebody without a token', async () => {
    const { access } = await app.person();
    const { paths } = await app.send<{ paths: Record<string, Record<string, unknown>> }>(
      'GET',
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
