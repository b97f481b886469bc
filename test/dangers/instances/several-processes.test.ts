import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, databaseNamed, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

test('of processes that start a new database together one makes root, and all serve it', async () => {
  await databaseNamed('together'); // empty
  const servers = await Promise.all(
    [1, 2, 3].map(() => start('together', { QUIRE_ADMIN_PASSWORD: '', SAMPLE_DATA: 'false' })),
  );
  await until(() => servers.some(({ said }) => said().includes('shown only now')));
  const told = servers.flatMap(({ said }) => /with the password {2}(\S+)/.exec(said())?.[1] ?? []);
  assert.equal(told.length, 1, 'one password is shown');
  const token = await signIn(servers[0] as Running, 'root', told[0]);
  for (const server of servers) {
    assert.equal(
      (await call(server, 'GET', '/cms/user/auths', { token })).status,
      200,
      'they share a secret',
    );
  }
  const { body } = await call(servers[1] as Running, 'GET', '/cms/admin/group', { token });
  assert.equal(body.total as unknown as number, 2, 'two standing groups');
  assert.deepEqual(await Promise.all(servers.map(stop)), [0, 0, 0]);
});

test('what one process acknowledges is in force for the very next request on another', async () => {
  const one = await start('shared', { LANGUAGE: 'en' });
  const other = await start('shared', { LANGUAGE: 'en' });
  const root = await signIn(one);
  const group = await call(one, 'POST', '/cms/admin/group', { token: root, body: { name: 'editors' } });
  const groupId = group.body.id as unknown as number;
  const made = await call(one, 'POST', '/cms/user/register', {
    token: root,
    body: {
      username: 'mei',
      password: 'first-password',
      confirm_password: 'first-password',
      group_ids: [groupId],
    },
  });
  const userId = made.body.id as unknown as number;
  const { body: modules } = await call(one, 'GET', '/cms/admin/permission', { token: root });
  const [permission] = modules.Log as unknown as { id: number; name: string }[];
  const path = permission?.name === 'Search the log' ? '/cms/log/search' : '/cms/log';
  const first = await signIn(other, 'mei', 'first-password');
  const asksOther = async (token: string) => (await call(other, 'GET', path, { token })).status;
  const grants = { group_id: groupId, permission_ids: [permission?.id] };

  for (let turn = 0; turn < 20; turn += 1) {
    assert.equal(await asksOther(first), 401, 'not granted');
    await call(one, 'POST', '/cms/admin/permission/dispatch/batch', { token: root, body: grants });
    assert.equal(await asksOther(first), 200, 'granted');
    await call(one, 'POST', '/cms/admin/permission/remove', { token: root, body: grants });
  }
  await call(one, 'POST', '/cms/admin/permission/dispatch/batch', { token: root, body: grants });

  assert.equal(await asksOther(first), 200);
  const kept = await signIn(one, 'mei', 'first-password');
  const change = {
    old_password: 'first-password',
    new_password: 'second-password',
    confirm_password: 'second-password',
  };
  const changed = await call(one, 'PUT', '/cms/user/change_password', { token: kept, body: change });
  assert.equal(changed.status, 200);
  assert.equal(await asksOther(first), 422, 'a changed password ends the other sessions');
  assert.equal(await asksOther(kept), 422, 'and every copy of the token that changed it');
  const renewed = String(changed.body.access_token);
  assert.equal(await asksOther(renewed), 200, 'for which there is a new one');

  assert.equal((await call(one, 'PUT', `/cms/admin/disable/${userId}`, { token: root })).status, 200);
  assert.equal(await asksOther(renewed), 422, 'deactivated');
  const { status } = await call(other, 'POST', '/cms/user/login', {
    body: { username: 'mei', password: 'second-password' },
  });
  assert.equal(status, 401, 'no way back in');
  assert.deepEqual(await Promise.all([one, other].map(stop)), [0, 0]);
});
