import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimsOf, freshApp, PASSWORD, type Tokens } from '../../support/fresh-app.ts';

// What the clients of Lin CMS 0.3 and 0.4 count on, beyond the words of the answers.

const app = await freshApp();

const logIn = (username: string) =>
  app.send<Tokens>('POST', '/lin3/cms/user/login', {
    body: { captcha: null, username, password: PASSWORD },
    headers: { tag: 'null' },
    token: 'a token of yesterday',
  });
const refresh = (token: string, base = '/lin3') => app.as(token).get<Tokens>(`${base}/cms/user/refresh`);
const auths = async (token: string) => (await app.as(token).get('/lin3/cms/user/auths')).body.code;
/** As if the last refresh had been long ago. */
const later = (token: string) => {
  const [session = ''] = String(claimsOf(token).session).split('.');
  return app.behind(
    'update quire_session set refreshed_time = refreshed_time - 3600000 where id = ?',
    session,
  );
};

describe('a refresh token', () => {
  it('of a client that keeps its first works for as long as it lasts, also many at once', async () => {
    const { username } = await app.person();
    const { refresh_token: first } = await logIn(username);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
      for (const { status, body } of answers) {
        assert.equal(status, 200);
        assert.equal(await auths(body.access_token), undefined);
      }
      await later(first);
    }
  });
  it('that was fetched meanwhile works as well', async () => {
    const { username } = await app.person();
    const { refresh_token: first } = await logIn(username);
    const { body } = await refresh(first);
    await later(first);
    assert.equal((await refresh(body.refresh_token)).status, 200);
    assert.equal((await refresh(first)).status, 200);
  });
  it('of a client that keeps the new ones is replaced on either base: a thief cannot choose', async () => {
    const { refresh: first } = await app.person();
    const { body } = await refresh(first);
    await later(first);
    const reused = await refresh(first);
    assert.deepEqual([reused.status, reused.body.code], [422, 10042]);
    assert.equal(await auths(body.access_token), 10041);
  });
  it('ends with its user, so that the client leaves', async () => {
    const person = await app.person();
    const { access_token, refresh_token } = await logIn(person.username);
    await app.root.done(`DELETE /cms/admin/user/${person.id}`);
    assert.equal(await auths(access_token), 10041);
    assert.equal((await refresh(refresh_token)).body.code, 10042);
  });
});

describe('the list of books', () => {
  it('is a bare array of all of them', async () => {
    for (let count = 0; count < 25; count += 1) await app.makeBook({ title: `book ${count}` });
    const books = await app.root.read<{ title: string }[]>('/lin3/v1/book');
    assert.deepEqual([books.length, books[24]?.title], [25, 'book 24']);
    const page = await app.root.read<object[]>('/lin3/v1/book?count=5&page=4');
    assert.equal(page.length, 5);
  });
  it('is not mixed up with that of the other base, however often it is asked for', async () => {
    for (let round = 0; round < 3; round += 1) {
      const plain = await app.root.read<{ items: unknown[] }>('/v1/book');
      const lin = await app.root.read<unknown[]>('/lin3/v1/book');
      assert.ok(Array.isArray(plain.items) && Array.isArray(lin));
    }
  });
});

describe('messages of the log', () => {
  it('cannot be taken for HTML there, and are plain on the other base', async () => {
    const username = `<img src=x>"'&`;
    await app.registered([], username);
    for (const path of ['/cms/log?count=100', '/cms/log/search?keyword=img']) {
      const plain = await app.root.get(path);
      assert.match(plain.text, /<img src=x>\\"'& 登录成功/);
      const lin = await app.root.read<Record<string, { message: string; username: string }[]>>(
        `/lin3${path}`,
      );
      for (const records of [lin.items ?? [], lin.collection ?? []]) {
        assert.ok(records.some((record) => record.username === username));
        for (const { message } of records) assert.doesNotMatch(message, /[<>"']/);
        assert.ok(
          records.some(({ message }) => message.startsWith('&#60;img src=x&#62;&#34;&#39;&#38; 登录成功')),
        );
      }
    }
  });
});

describe('a field that was cleared', () => {
  it('counts as missing when sent as an empty parameter', async () => {
    for (const url of [
      '/cms/admin/users?group_id=&page=&count=',
      '/cms/admin/group?page=&count=',
      '/cms/log?name=&start=&end=&page=',
      '/cms/log/search?keyword=&name=&start=&end=&count=',
      '/cms/log/users?page=&count=',
    ]) {
      const { total } = await app.root.read<{ total: number }>(`/lin3${url}`);
      assert.ok(total > 0, url);
    }
    const odd = await app.root.get('/lin3/cms/admin/users?group_id=x');
    assert.deepEqual([odd.status, odd.body.code], [400, 10030]);
  });
});

describe('a deactivated user who signs in', () => {
  it('is refused without being sent to sign in again', async () => {
    const { id, username } = await app.person();
    await app.root.done(`PUT /cms/admin/disable/${id}`);
    const body = { username, password: PASSWORD };
    const answer = await app.nobody.post('/lin3/cms/user/login', body);
    assert.deepEqual([answer.status, answer.body.code], [401, 10010]);
  });
});
