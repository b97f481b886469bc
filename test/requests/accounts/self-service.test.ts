import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { ownSession } from '../../support/sign-in/session.ts';

const app = await freshApp({ language: 'en' });
const { changePassword } = ownSession(app);

const change = (token: string, body: unknown, path = '/cms/user') => app.as(token).put(path, body);
const information = (token: string) => app.as(token).read('/cms/user/information');

describe('users change of themselves', () => {
  it('nickname, address, picture and name, one at a time, and the rest stays', async () => {
    const { access, username } = await app.person();
    const changes = [
      { nickname: 'Lin' },
      { email: 'mei@example.com' },
      { avatar: '2026/11/21/a.png' },
      { username: `${username}x` },
    ];
    let expected: Record<string, unknown> = { username };
    for (const body of changes) {
      const answer = await change(access, body);
      assert.deepEqual([answer.status, answer.body.error_code], [200, 6], answer.text);
      expected = { ...expected, ...body };
      const now = await information(access);
      for (const [name, value] of Object.entries(expected))
        assert.ok(String(now[name]).endsWith(String(value)), `${name} ${now[name]}`);
    }
  });
  it('the name they sign in with, at once; the password stays, the old name is free', async () => {
    const { access, username } = await app.person();
    assert.equal((await change(access, { username: 'another name' })).status, 200);
    assert.equal((await app.logIn(username)).status, 401);
    const { access: later } = await app.signIn('another name');
    const changed = await changePassword(later, PASSWORD);
    assert.equal(changed.status, 200);
    assert.equal((await information(String(changed.body.access_token))).username, 'another name');
    await app.person([], username);
  });
  it('the address to none, by an empty one or null, as often as they like', async () => {
    const [one, other] = [await app.person(), await app.person()];
    for (const { access } of [one, other]) {
      for (const email of ['', null]) {
        assert.equal((await change(access, { email })).status, 200);
        assert.equal((await information(access)).email, null);
      }
    }
  });
  it('the picture by its own route too, and to none', async () => {
    const { access } = await app.person();
    assert.equal((await change(access, { avatar: 'b.png' }, '/cms/user/avatar')).status, 200);
    assert.match(String((await information(access)).avatar), /b\.png$/);
    assert.equal((await change(access, { avatar: '' })).status, 200);
    assert.equal((await information(access)).avatar, null);
  });
});

describe('the picture', () => {
  it('is kept by its path and shown by its whole address, which may be sent back', async () => {
    const site = await freshApp({ publicUrl: 'https://quire.example' });
    const { access, id } = await site.person();
    const shown = async () => (await site.as(access).read('/cms/user/information')).avatar;
    for (const avatar of ['2026/a.png', 'https://quire.example/assets/2026/a.png']) {
      await site.as(access).done('PUT /lin3/cms/user', { avatar });
      assert.equal(await shown(), 'https://quire.example/assets/2026/a.png');
    }
    const items = await site.root.list<ItemOf<'GET /cms/admin/users'>>('/cms/admin/users');
    assert.equal(items.find((one) => one.id === id)?.avatar, 'https://quire.example/assets/2026/a.png');
    await site.as(access).done('PUT /cms/user', { avatar: 'https://elsewhere.example/a.png' });
    assert.equal(await shown(), 'https://elsewhere.example/a.png');
  });
});

describe('users are refused', () => {
  it('what others have', async () => {
    const [{ access, username: own }, { username }] = [await app.person(), await app.person()];
    await change((await app.signIn(username)).access, { email: 'taken@example.com' });
    const taken = {
      username: [400, 10071, 'The user name is taken'],
      email: [400, 10076, 'The email address is taken'],
    };
    const wanted = { username, email: 'taken@example.com' };
    for (const name of ['username', 'email'] as const) {
      const answer = await change(access, { nickname: 'half done', [name]: wanted[name] });
      assert.deepEqual([answer.status, answer.body.error_code, answer.body.msg], taken[name]);
    }
    assert.equal((await information(access)).nickname, own);
  });
  it('what is no name, address or picture', async () => {
    const { access } = await app.person();
    const unseen = [
      ' root',
      'root ',
      'root\u00a0',
      'ro\not',
      'ro\u200bot',
      'ro\u2028ot',
      '\u202etoor',
      'root\u3164',
    ];
    for (const body of [
      { username: 'x' },
      { username: '' },
      { username: null },
      { username: 'x'.repeat(25) },
      ...unseen.map((username) => ({ username })),
      { nickname: 'x' },
      { nickname: '林'.repeat(25) },
      { nickname: 7 },
      { email: 'nowhere' },
      { avatar: 'javascript:alert(1)' },
      { avatar: '" onerror="alert(1)' },
      { avatar: 'x'.repeat(501) },
      { avatar: {} },
    ]) {
      const answer = await change(access, body);
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030], JSON.stringify(body));
    }
  });
  it('what is not theirs to change', async () => {
    const { id, access, username } = await app.person();
    const greedy = { id: 1, active: false, credential: 'x', group_ids: [1], admin: 1, is_deleted: true };
    await change(access, greedy);
    await change(access, { ...greedy, avatar: null, username: 'taken over' }, '/cms/user/avatar');
    const self = await app.as(access).read('/lin3/cms/user/auths');
    assert.deepEqual([self.id, self.username, self.active, self.admin], [id, username, 1, 2]);
    await app.signIn(username);
  });
});
