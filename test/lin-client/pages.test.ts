// No engine changes its result: it is about the forms of answers that a client depends on.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeCaptchaTags } from '../../server/http/users/captchas.ts';
import { openServer } from '../../server/start.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { BUILDS, LinClient, read } from '../support/lin/lin-client.ts';
import { linSite, namesOf } from '../support/lin/lin-site.ts';
import type { Book } from '../support/records/book.ts';
import { image } from '../support/records/uploads.ts';

// A day's work with lin-cms-vue 0.4.3, page by page: what it sends, over HTTP and from another origin.

const { app, client, signedIn } = await linSite();

let root: LinClient;
before(async () => {
  root = await signedIn('root');
});

describe('the login page', () => {
  it('shows why, and stays, where the password is wrong', async () => {
    const visitor = client();
    assert.equal(await visitor.signIn('root', 'not the password'), false);
    assert.deepEqual([visitor.toasts.length, visitor.isSignedOut], [1, false]);
  });
  it('signs in, also beside a token of yesterday, and learns who came', async () => {
    for (const build of BUILDS) {
      const visitor = client(build);
      visitor.access = 'a token of yesterday';
      assert.ok(await visitor.signIn('root', PASSWORD), build);
      const user = await visitor.get<object>('cms/user/permissions');
      assert.equal(read(user, 'admin'), true);
      for (const name of ['nickname', 'avatar']) read(user, name);
      assert.ok(namesOf(read(user, 'permissions')).includes('查询所有日志'));
    }
  });
  it('shows a picture where there are any, and another after each failure', async () => {
    const server = await openServer({ ...app.settings, loginCaptcha: true });
    app.database.closeFirst(() => server.close());
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const visitor = new LinClient(address);
    const tags = makeCaptchaTags([app.secret]);
    const seen = new Set<string>();
    const readPicture = (tag: string) => {
      seen.add(tag);
      return tags.read(tag, Date.now())?.text.toLowerCase() ?? '';
    };
    assert.equal(await visitor.signIn('root', PASSWORD, () => ''), false);
    assert.equal(await visitor.signIn('root', 'not the password', readPicture), false);
    assert.ok(await visitor.signIn('root', PASSWORD, readPicture));
    assert.deepEqual([visitor.toasts.length, visitor.isSignedOut, seen.size], [2, false, 2]);
  });
});

describe('the books', () => {
  it('are added, shown, changed and deleted', async () => {
    const book = { title: '深入浅出', author: '某人', summary: '一本书', image: '' };
    await root.write('POST', 'v1/book', book);
    const all = await root.get<Book[]>('v1/book');
    assert.ok(Array.isArray(all));
    const made = all.at(-1);
    for (const name of ['id', 'title', 'author', 'summary', 'image']) read(made, name);
    const shown = await root.get<Book>(`v1/book/${made?.id}`);
    await root.write('PUT', `v1/book/${made?.id}`, { ...shown, title: '浅出深入' });
    assert.equal(read(await root.ask('GET', `v1/book/${made?.id}`), 'title'), '浅出深入');
    await root.write('DELETE', `v1/book/${made?.id}`);
    assert.deepEqual(await root.ask('GET', 'v1/book'), []);
    assert.equal(await root.ask('GET', `v1/book/${made?.id}`), undefined);
    assert.equal(root.isSignedOut, false);
  });
});

describe('the log', () => {
  it('is paged to its end, narrowed and searched', async () => {
    const users = await root.get<object>('cms/log/users', { count: 5, page: 0 });
    assert.ok(read<string[]>(users, 'items').includes('root'));
    const seen = new Set<number>();
    for (let page = 0; page < 1000; page += 1) {
      const answer = await root.get<object>('cms/log', { count: 10, page, name: '', start: '', end: '' });
      const records = read<Record<string, unknown>[]>(answer, 'items');
      if (records.length === 0) break;
      for (const record of records) {
        for (const name of ['message', 'username']) read(record, name);
        assert.ok(new Date(read<number>(record, 'time')).getFullYear() > 2025);
        seen.add(read<number>(record, 'id'));
      }
    }
    const day = new Date().toLocaleDateString('sv');
    const params = {
      count: 10,
      page: 0,
      keyword: '登录',
      name: 'root',
      start: `${day} 00:00:00`,
      end: `${day} 23:59:59`,
    };
    const found = await root.get<object>('cms/log/search', params);
    assert.ok(read<number>(found, 'total') > 0 && seen.size > read<number>(found, 'total'));
  });
});

describe('pictures', () => {
  it('are uploaded ten at a time, and each is found by the name of its field', async () => {
    const form = new FormData();
    const keys = Array.from({ length: 10 }, (_, index) => `file_${index}`);
    for (const key of keys) form.append(key, new Blob([Uint8Array.from(await image())]), `图 ${key}.png`);
    const uploaded = (await root.ask('POST', 'cms/file', { data: form })) as object[];
    assert.deepEqual(
      uploaded.map((one) => read(one, 'key')),
      keys,
    );
    for (const one of uploaded) {
      for (const name of ['id', 'path']) read(one, name);
      assert.equal((await fetch(read(one, 'url'))).headers.get('content-type'), 'image/png');
    }
  });
});

describe('the personal centre', () => {
  it('changes nickname, picture and password', async () => {
    const { username } = await app.person();
    const visitor = await signedIn(username);
    await visitor.write('PUT', '/cms/user', { nickname: '小林' });
    assert.equal(read(await visitor.ask('GET', 'cms/user/information'), 'nickname'), '小林');
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(await image())]), 'avatar.jpg');
    const uploaded = (await visitor.ask('POST', '/cms/file', { data: form })) as object[];
    assert.equal(uploaded.length, 1);
    await visitor.write('PUT', '/cms/user', { avatar: read(uploaded[0], 'path') });
    const picture = await fetch(read<string>(await visitor.ask('GET', 'cms/user/information'), 'avatar'));
    assert.equal(picture.headers.get('content-type'), 'image/png');
    const words = { new_password: 'Words_456', confirm_password: 'Words_456' };
    assert.equal(
      await visitor.ask('PUT', 'cms/user/change_password', { data: { old_password: 'x', ...words } }),
      undefined,
    );
    assert.deepEqual([visitor.toasts.length, visitor.isSignedOut], [1, false]);
    await visitor.write('PUT', 'cms/user/change_password', { old_password: PASSWORD, ...words });
    await signedIn(username, 'Words_456');
  });
});

describe('a user of few rights', () => {
  it('sees what its permissions allow, and is refused the rest without being signed out', async () => {
    const { username } = await app.granted('book.delete');
    const visitor = await signedIn(username);
    const user = await visitor.get<object>('cms/user/permissions');
    assert.equal(read(user, 'admin'), false);
    assert.deepEqual(namesOf(read(user, 'permissions')), ['删除图书']);
    for (const path of ['cms/admin/users', 'cms/admin/group/all', 'cms/log', 'cms/log/users'])
      assert.equal(await visitor.ask('GET', path), undefined);
    assert.deepEqual([visitor.toasts.length, visitor.isSignedOut, visitor.refreshes], [4, false, 0]);
    await visitor.write('DELETE', `v1/book/${await app.makeBook()}`);
  });
});
