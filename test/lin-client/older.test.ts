// No engine changes its result: it is about the forms of answers that a client depends on.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeTokens } from '../../server/access/sign-in/tokens.ts';
import type { AnyRecord } from '../support/bodies.ts';
import type { Plain } from '../support/client.ts';
import { claimsOf, PASSWORD } from '../support/fresh-app.ts';
import { read } from '../support/lin/lin-client.ts';
import { linSite } from '../support/lin/lin-site.ts';
import { OlderLinClient } from '../support/lin/older-lin-client.ts';
import { image } from '../support/records/uploads.ts';

// What lin-cms-vue 0.2.2 sends and reads, page by page, over HTTP and from another origin.

const { app, address } = await linSite();

const signedIn = async (username: string, password = PASSWORD) => {
  const client = new OlderLinClient(address);
  assert.ok(await client.signIn(username, password));
  return client;
};
let root: OlderLinClient;
before(async () => {
  root = await signedIn('root');
});

describe('the login page', () => {
  it('shows a message, and stays, where the password is wrong or the user is deactivated', async () => {
    const { id, username } = await app.person();
    await root.write('PUT', `cms/admin/disable/${id}`);
    for (const [name, password] of [
      ['root', 'not the password'],
      ['nobody of that name', PASSWORD],
      [username, PASSWORD],
    ] as const) {
      const visitor = new OlderLinClient(address);
      visitor.access = 'a token of yesterday';
      assert.equal(await visitor.signIn(name, password), false);
      assert.deepEqual([visitor.shown.length, visitor.isSignedOut], [1, false]);
    }
  });
  it('learns who came: a super administrator, or a user of a group', async () => {
    assert.deepEqual(
      [root.user?.username, root.user?.isActive, root.user?.isSuper, root.user?.groupName],
      ['root', true, true, 'root'],
    );
    const { username } = await app.granted('book.delete');
    const visitor = await signedIn(username);
    assert.deepEqual([visitor.user?.isSuper, visitor.auths], [false, ['删除图书']]);
  });
});

describe('groups and their permissions', () => {
  for (const language of ['zh', 'en'])
    it(`are made, ticked, unticked, renamed and deleted in a browser that speaks ${language}`, async () => {
      const headers = { 'accept-language': language };
      const modules = (await root.ask('GET', 'cms/admin/authority', { headers })) as Record<string, object>;
      const [first = '', second = '', third = ''] = Object.values(modules).flatMap((one) => Object.keys(one));
      const name = `编辑 ${language}`;
      await root.write('POST', 'cms/admin/group', { name, info: '', auths: [first, second] });
      const id = (await root.get<AnyRecord<Plain>[]>('cms/admin/group/all')).find(
        (group) => group.name === name,
      )?.id;
      const ticked = async () => {
        const { auths } = await root.get<{ auths: Record<string, { auth: string }[]>[] }>(
          `cms/admin/group/${id}`,
        );
        for (const module of auths.flatMap(Object.keys)) assert.ok(module in modules, module);
        return auths.flatMap((module) =>
          Object.values(module)
            .flat()
            .map(({ auth }) => auth),
        );
      };
      assert.deepEqual((await ticked()).sort(), [first, second].sort());
      await root.write('POST', 'cms/admin/dispatch/patch', { group_id: id, auths: [second, third] });
      await root.write('POST', 'cms/admin/remove', { group_id: id, auths: [first] });
      assert.deepEqual((await ticked()).sort(), [second, third].sort());
      await root.write('PUT', `cms/admin/group/${id}`, { name: `主编 ${language}`, info: '负责人' });
      await root.write('DELETE', `cms/admin/group/${id}`);
    });
});

describe('users', () => {
  it('are added without an address, listed, moved, given a password and deleted', async () => {
    const [group, other] = [await app.groupWith('book.delete'), await app.groupWith()];
    const added = { email: '', username: 'lin', password: PASSWORD, confirm_password: PASSWORD };
    const asked = { handleError: true };
    await root.write('POST', 'cms/user/register', { ...added, group_id: group }, asked);
    assert.equal(await root.ask('POST', 'cms/user/register', { data: added, params: asked }), undefined);
    assert.equal(root.shown.pop(), 10060);
    const listed = async (group_id: number) => {
      const page = await root.get('cms/admin/users', { count: 10, page: 0, group_id });
      assert.equal(read<AnyRecord<Plain>[]>(page, 'items').length, read(page, 'total'));
      return read<Record<string, unknown>[]>(page, 'items');
    };
    const [user] = await listed(group);
    for (const name of ['username', 'email', 'group_name']) read(user, name);
    assert.equal(read(user, 'admin'), 1);
    const id = read<number>(user, 'id');
    await root.write('PUT', `cms/admin/${id}`, { email: null, group_id: other });
    assert.deepEqual([(await listed(group)).length, (await listed(other)).length], [0, 1]);
    await root.write('PUT', `cms/admin/password/${id}`, {
      new_password: 'Words_456',
      confirm_password: 'Words_456',
    });
    await signedIn('lin', 'Words_456');
    await root.write('DELETE', `cms/admin/${id}`);
  });
});

describe('the log', () => {
  it('is paged, narrowed and searched', async () => {
    assert.ok((await root.get<string[]>('cms/log/users', { count: 5, page: 0 })).includes('root'));
    const page = await root.get('cms/log', { count: 15, page: 0, name: null, start: null, end: null });
    for (const record of read<object[]>(page, 'items')) {
      for (const name of ['message', 'user_name']) read(record, name);
      assert.ok(new Date(read<number>(record, 'time')).getFullYear() > 2025);
    }
    const found = await root.get('cms/log/search', { count: 15, page: 0, keyword: '登录', name: 'root' });
    assert.ok(read<number>(found, 'total') > 0);
    const none = await root.get('cms/log/search', { count: 15, page: 0, keyword: 'no such words' });
    assert.deepEqual([read(none, 'items'), read(none, 'total')], [[], 0]);
  });
  it('shows no name as HTML', async () => {
    await app.registered([], '<img src=x>');
    const found = await root.get('cms/log/search', { count: 15, page: 0, keyword: 'img' });
    const records = read<{ message: string }[]>(found, 'items');
    assert.ok(records.length > 0);
    for (const { message } of records) assert.doesNotMatch(message, /[<>"']/);
  });
});

describe('the books', () => {
  it('are added, shown, changed and deleted', async () => {
    const book = { title: '深入浅出', author: '某人', summary: '一本书', image: '' };
    await root.write('POST', 'v1/book', book, { handleError: true });
    const books = await root.get<AnyRecord<Plain>[]>('v1/book', { handleError: true });
    const id = books.at(-1)?.id;
    const shown = await root.get<object>(`v1/book/${id}`);
    await root.write('PUT', `v1/book/${id}`, { ...shown, title: '浅出深入' });
    assert.equal(read(await root.ask('GET', `v1/book/${id}`), 'title'), '浅出深入');
    await root.write('DELETE', `v1/book/${id}`);
    assert.deepEqual(await root.get('v1/book', { handleError: true }), []);
    assert.equal(await root.ask('GET', `v1/book/${id}`), undefined);
    assert.deepEqual([root.shown.pop(), root.isSignedOut], [10020, false]);
  });
});

describe('the menu of the user', () => {
  it('changes nickname, picture and password, and knows the user still', async () => {
    const { username } = await app.granted('book.delete');
    const visitor = await signedIn(username);
    const before = visitor.user;
    await visitor.write('PUT', '/cms/user', { nickname: '小林' }, { showBackend: true });
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(await image())]), 'avatar.jpg');
    const uploaded = (await visitor.ask('POST', '/cms/file', { data: form })) as object[];
    assert.equal(uploaded.length, 1);
    assert.equal(read(uploaded[0], 'key'), 'file');
    await visitor.write('PUT', '/cms/user/avatar', { avatar: read(uploaded[0], 'path') });
    const information = await visitor.learn('cms/user/information');
    assert.deepEqual(visitor.user, { ...before, nickname: '小林' });
    const picture = await fetch(read<string>(information, 'avatar'));
    assert.equal(picture.headers.get('content-type'), 'image/png');
    const words = { new_password: 'Words_456', confirm_password: 'Words_456' };
    const wrong = { data: { old_password: 'x', ...words } };
    assert.equal(await visitor.ask('PUT', 'cms/user/change_password', wrong), undefined);
    assert.deepEqual([visitor.shown, visitor.isSignedOut], [[10030], false]);
    await visitor.write('PUT', 'cms/user/change_password', { old_password: PASSWORD, ...words });
    await signedIn(username, 'Words_456');
  });
});

describe('a user of few rights', () => {
  it('shows what is forbidden without being signed out', async () => {
    const visitor = await signedIn((await app.person()).username);
    for (const path of ['cms/admin/users', 'cms/admin/group/all', 'cms/log', 'cms/log/users'])
      assert.equal(await visitor.ask('GET', path), undefined);
    assert.equal(await visitor.ask('DELETE', `v1/book/${await app.makeBook()}`), undefined);
    assert.deepEqual(visitor.shown, Array(5).fill(10070));
    assert.deepEqual([visitor.isSignedOut, visitor.refreshes], [false, 0]);
  });
});

describe('a session', () => {
  const expired = (token = '') =>
    makeTokens([app.secret]).sign({ ...claimsOf(token), exp: Math.floor(Date.now() / 1000) - 1 } as never);

  it('refreshes an expired access token, each time anew', async () => {
    const visitor = await signedIn((await app.person()).username);
    for (let hour = 1; hour <= 3; hour += 1) {
      visitor.access = expired(visitor.access);
      const answers = await Promise.all([1, 2, 3].map(() => visitor.ask('GET', 'v1/book')));
      assert.ok(answers.every(Array.isArray));
      await app.behind('update quire_session set refreshed_time = refreshed_time - 3600000');
    }
    assert.deepEqual([visitor.shown, visitor.isSignedOut], [[], false]);
  });
  it('ends at the login page when the refresh token has expired too, or is broken', async () => {
    for (const broken of [expired, () => 'nonsense']) {
      const visitor = await signedIn((await app.person()).username);
      visitor.access = expired(visitor.access);
      visitor.refresh = broken(visitor.refresh);
      assert.equal(await visitor.ask('GET', 'cms/user/information'), undefined);
      assert.deepEqual([visitor.isSignedOut, visitor.refreshes], [true, 1]);
    }
  });
  it('ends at the login page when its user is deleted or deactivated, or has no tokens', async () => {
    for (const [method, path] of [
      ['DELETE', 'cms/admin'],
      ['PUT', 'cms/admin/disable'],
    ] as const) {
      const { id, username } = await app.person();
      const visitor = await signedIn(username);
      await root.write(method, `${path}/${id}`);
      assert.equal(await visitor.ask('GET', 'v1/book'), undefined);
      assert.deepEqual([visitor.isSignedOut, visitor.refreshes], [true, 1]);
    }
    const visitor = new OlderLinClient(address);
    assert.equal(await visitor.ask('GET', 'v1/book'), undefined);
    assert.deepEqual([visitor.isSignedOut, visitor.refreshes], [true, 0]);
  });
});
