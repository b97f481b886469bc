import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD, type Tokens } from '../../support/fresh-app.ts';
import { administration, REFUSED, type Users, WELCOME } from '../../support/records/administration.ts';

const app = await freshApp();

const { admin, outcome, groupNamed, listed, search, auths } = administration(app);

describe('registering', () => {
  const register = (body: Record<string, unknown>, access = app.root.access) =>
    app.as(access).post<{ id: number; error_code: number }>('/cms/user/register', {
      password: PASSWORD,
      confirm_password: PASSWORD,
      ...body,
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
    assert.deepEqual([missing.status, missing.body.error_code], [404, 10023]);
    const person = await app.person();
    assert.deepEqual(await outcome('PUT', `/user/${person.id}`, { group_ids: [99999] }), [404, 10077]);
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
    const answer = await app.root.post<{ id: number }>('/cms/user/register', body);
    if (answer.status === 400) return;
    const { access } = await app.signIn('greedy');
    const self = await app.as(access).read('/cms/user/auths');
    assert.deepEqual([self.id, self.admin, self.active], [answer.body.id, 2, 1]);
    assert.deepEqual(await auths(app.root.access), WELCOME);
  });
  it('of a user changes nothing', async () => {
    const { id, username, access } = await app.person();
    await admin('PUT', `/user/${id}`, { email: 'greedy@example.com', ...extra });
    const changed = await app.as(access).put<Tokens>('/cms/user/change_password', {
      old_password: PASSWORD,
      new_password: PASSWORD,
      confirm_password: PASSWORD,
      ...extra,
    });
    const self = await app.as(changed.body.access_token).read('/cms/user/auths');
    assert.deepEqual([self.id, self.admin, self.active], [id, 2, 1]);
    await app.signIn(username);
  });
  it('of a group gives no level', async () => {
    const made = await admin<{ id: number }>('POST', '/group', { name: 'greedy group', ...extra });
    if (made.status === 400) return;
    await admin('PUT', `/group/${made.body.id}`, { name: 'greedy group', ...extra });
    const { access } = await app.person([made.body.id], 'of greedy');
    const self = await app.as(access).read('/cms/user/auths');
    assert.equal(self.admin, 2);
    assert.deepEqual(await search(access), REFUSED);
  });
});
