import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { grant } from '../../../server/access/accounts/grant.collection.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { administration, type Group, INVALID, type Users } from '../../support/records/administration.ts';

// Administrators and users who do things to the same groups and users at the same time. The rules hold in whatever order they come.

const app = await freshApp();

const { admin, auths, groupNamed, outcome } = administration(app);

const ROUNDS = 5;
const CROWD = 6;

const crowd = <Done>(each: (index: number) => Promise<Done>) =>
  Promise.all(Array.from({ length: CROWD }, (_, index) => each(index)));
const rounds = async (round: (number: number) => Promise<void>) => {
  for (let number = 0; number < ROUNDS; number += 1) await round(number);
};
/** How often each status and code was answered. */
const tally = (answers: readonly unknown[][]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, (one) => one.join(' '))].map(([answer, all]) => [answer, all.length]),
  );
const register = async (username: string, group_ids: readonly number[]) => {
  const body = { username, password: PASSWORD, confirm_password: PASSWORD, group_ids };
  return (await app.root.post('/cms/user/register', body)).status;
};
const changeSelf = async (access: string, body: object) => {
  const answer = await app.as(access).put('/cms/user', body);
  return [answer.status, answer.body.error_code];
};
const users = async () => (await admin<Users>('GET', '/users?count=100')).body.items;
const groupsOf = (user: Users['items'][number] | undefined) => user?.groups ?? [];

describe('a group that is deleted', () => {
  it('while users join it goes without leaving anybody behind, or stays', async () => {
    await rounds(async (round) => {
      const group = await app.groupWith();
      const mover = await app.person();
      await Promise.all([
        crowd((index) => register(`joining ${round} ${index}`, [group])),
        outcome('PUT', `/user/${mover.id}`, { group_ids: [group] }),
        outcome('DELETE', `/group/${group}`),
      ]);
      const isGone = (await admin('GET', `/group/${group}`)).status === 404;
      const all = await users();
      assert.ok(all.every((user) => groupsOf(user).length > 0));
      assert.equal(
        all.some((user) => groupsOf(user).some(({ id }) => id === group)),
        !isGone,
      );
      for (const { id } of all) await admin('DELETE', `/user/${id}`);
    });
  });
  it('while permissions come and go is gone with all it held', async () => {
    const permission_ids = await app.permissionIds('log.search', 'book.delete', 'log.list');
    await rounds(async () => {
      const group_id = await app.groupWith('log.search');
      const remaining = permission_ids.toReversed();
      const answers = await Promise.all([
        outcome('POST', '/permission/dispatch/batch', { group_id, permission_ids }),
        outcome('POST', '/permission/dispatch', { group_id, permission_id: permission_ids[1] }),
        outcome('POST', '/permission/remove', { group_id, permission_ids: remaining }),
        outcome('DELETE', `/group/${group_id}`),
      ]);
      assert.deepEqual(answers.pop(), [200, 8]);
      for (const [status] of answers) assert.ok([200, 403, 404].includes(status as number));
      const { reads } = app.server.store;
      assert.equal(await reads.count(grant, (select) => select.where('group_id', '=', BigInt(group_id))), 0);
    });
  });
});

describe('permissions that are granted together', () => {
  it('are granted once', async () => {
    const [permission_id] = await app.permissionIds('log.search');
    await rounds(async () => {
      const group_id = await app.groupWith();
      const answers = await crowd(() => outcome('POST', '/permission/dispatch', { group_id, permission_id }));
      assert.deepEqual(tally(answers), { '200 9': 1, '403 10230': CROWD - 1 });
    });
  });
  it('and taken back, in any order, stand in nobody’s way', async () => {
    const ids = await app.permissionIds('log.search', 'book.delete', 'log.list', 'log.users');
    await rounds(async () => {
      const group_id = await app.groupWith();
      const answers = await crowd((index) =>
        outcome('POST', `/permission/${index % 3 === 2 ? 'remove' : 'dispatch/batch'}`, {
          group_id,
          permission_ids: index % 2 ? ids : ids.toReversed(),
        }),
      );
      for (const [status] of answers) assert.equal(status, 200);
      const { permissions } = (await admin<Group>('GET', `/group/${group_id}`)).body;
      assert.equal(new Set(permissions.map(({ id }) => id)).size, permissions.length);
    });
  });
});

describe('a name that several ask for together', () => {
  it('is given to one of them', async () => {
    const groups = await crowd(() => app.groupWith());
    const people = await crowd(() => app.person());
    await rounds(async (round) => {
      const name = `wanted ${round}`;
      const email = `wanted${round}@example.com`;
      const made = await crowd(() => outcome('POST', '/group', { name }));
      assert.deepEqual(tally(made), { '201 15': 1, '403 10072': CROWD - 1 });
      const other = `other ${round}`;
      const renamed = await crowd((index) => outcome('PUT', `/group/${groups[index]}`, { name: other }));
      assert.deepEqual(tally(renamed), { '200 7': 1, '403 10072': CROWD - 1 });
      const access = (index: number) => people[index]?.access ?? '';
      const named = await crowd((index) => changeSelf(access(index), { username: name }));
      assert.deepEqual(tally(named), { '200 6': 1, '400 10071': CROWD - 1 });
      const addressed = await crowd((index) => changeSelf(access(index), { email }));
      assert.deepEqual(tally(addressed), { '200 6': 1, '400 10076': CROWD - 1 });
    });
  });
});

describe('a user', () => {
  it('who is moved in several ways together ends where one of them led', async () => {
    const ways = await crowd(async () => [await app.groupWith(), await app.groupWith()]);
    const { id } = await app.person();
    await rounds(async () => {
      const answers = await crowd((index) => outcome('PUT', `/user/${id}`, { group_ids: ways[index] }));
      assert.deepEqual(tally(answers), { '200 6': CROWD });
      const held = groupsOf((await users()).find((one) => one.id === id)).map((one) => one.id);
      assert.ok(
        ways.some((way) => way.join() === held.sort((a, b) => a - b).join()),
        held.join(),
      );
    });
  });
  it('is deleted once, and nobody goes on in that name', async () => {
    await rounds(async () => {
      const { id, username, access, refresh } = await app.person();
      const group = await app.groupWith();
      const [deleted, moved, signedIn, refreshed] = await Promise.all([
        crowd(() => outcome('DELETE', `/user/${id}`)),
        crowd(() => outcome('PUT', `/user/${id}`, { group_ids: [group] })),
        crowd(() => app.logIn(username)),
        crowd(() => app.as(refresh).get<{ access_token: string }>('/lin3/cms/user/refresh')),
        crowd((index) => changeSelf(access, { nickname: `nick ${index}` })),
      ]);
      assert.deepEqual(tally(deleted), { '200 5': 1, '404 10021': CROWD - 1 });
      for (const answer of moved) assert.ok(['200 6', '404 10021'].includes(answer.join(' ')), answer.join());
      for (const { status, body } of [...signedIn, ...refreshed])
        if (status === 200) assert.deepEqual(await auths(body.access_token), INVALID);
      assert.deepEqual(await outcome('DELETE', `/group/${group}`), [200, 8]);
    });
  });
  it('who signs in while being shut out is out', async () => {
    const words = { new_password: 'Other words 1', confirm_password: 'Other words 1' };
    const shutOut = [
      (id: number) => outcome('DELETE', `/user/${id}/activation`),
      (id: number) => outcome('PUT', `/user/${id}/password`, words),
    ];
    for (const shut of shutOut)
      await rounds(async () => {
        const { id, username } = await app.person();
        const [signedIn, done] = await Promise.all([crowd(() => app.logIn(username)), shut(id)]);
        assert.equal(done[0], 200);
        for (const { status, body } of signedIn)
          if (status === 200) assert.deepEqual(await auths(body.access_token), INVALID);
      });
  });
  it('who is a super administrator stays one, and no half of a refused change is done', async () => {
    const { id } = await app.root.read<{ id: number }>('/cms/user/auths');
    const [rootGroup, person] = [await groupNamed('root'), await app.person()];
    const answers = await Promise.all([
      outcome('PUT', `/user/${id}`, { group_ids: [], email: 'half@example.com' }),
      outcome('PUT', `/user/${person.id}`, { group_ids: [rootGroup], email: 'half@example.com' }),
      outcome('DELETE', `/user/${id}`),
      outcome('DELETE', `/group/${rootGroup}`),
    ]);
    assert.deepEqual(
      answers.map(([, code]) => code),
      [10078, 10073, 10079, 10074],
    );
    for (const access of [app.root.access, person.access])
      assert.equal((await app.as(access).read('/cms/user/auths')).email, '');
  });
});
