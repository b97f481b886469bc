import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, PASSWORD, type Person } from '../support/fresh-app.ts';

const app = await freshApp();

interface Row {
  readonly id: number;
  readonly message: string;
  readonly time: number;
  readonly user_id: number;
  readonly username: string;
  readonly status_code: number;
  readonly method: string;
  readonly path: string;
  readonly permission: string;
}
interface Rows {
  readonly items: readonly Row[];
  readonly total: number;
}

let reader: Person;
before(async () => {
  reader = await app.granted('搜索日志', '查询所有日志', '查询日志记录的用户');
});
const search = (query: Record<string, string> = {}) =>
  app.send<Rows>('GET', `/cms/log/search?${new URLSearchParams({ count: '100', ...query })}`, {
    token: reader.access,
  });
const newest = async () => (await search()).items[0]?.id ?? 0;
/** The rows that the work left. */
const left = async (work: () => Promise<unknown>): Promise<readonly Row[]> => {
  const last = await newest();
  await work();
  return (await search()).items.filter(({ id }) => id > last);
};
const told = (rows: readonly Row[]) =>
  rows.map(({ username, status_code, method, path, permission }) => [
    username,
    status_code,
    method,
    path,
    permission,
  ]);
const pad = (value: number) => String(value).padStart(2, '0');
const asText = (time: number) => {
  const at = new Date(time);
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')}`;
};

describe('one row is left', () => {
  it('by a write, with who, what and where', async () => {
    const writer = await app.person();
    const start = Date.now();
    const rows = await left(() =>
      app.send('POST', '/v1/book/?x=1', { token: writer.access, body: { title: 'logged' } }),
    );
    assert.equal(rows.length, 1);
    assert.deepEqual(
      told(rows).map((row) => row.slice(0, 3)),
      [[writer.username, 201, 'POST']],
    );
    assert.match(String(rows[0]?.path), /^\/v1\/book\/?$/);
    assert.equal(rows[0]?.user_id, writer.id);
    assert.match(String(rows[0]?.message), /新建图书 \d+/);
    assert.ok(Number(rows[0]?.time) >= start && Number(rows[0]?.time) <= Date.now());
  });
  it('by a write that needs a permission, with its name', async () => {
    const writer = await app.granted('删除图书');
    const path = `/v1/book/${await app.makeBook()}`;
    const rows = await left(() => app.send('DELETE', path, { token: writer.access }));
    assert.deepEqual(told(rows), [[writer.username, 200, 'DELETE', path, '删除图书']]);
  });
  it('by a read whose route says so, in its words', async () => {
    const person = await app.person();
    for (const base of ['', '/lin3']) {
      const rows = await left(() => app.send('GET', `${base}/cms/test/json?x=1`, { token: person.access }));
      assert.deepEqual(told(rows), [[person.username, 200, 'GET', '/cms/test/json', '']]);
      assert.equal(rows[0]?.message, `${person.username} 测试了 GET /cms/test/json，状态 200`);
    }
  });
  it('by a sign-in', async () => {
    const person = await app.person();
    const rows = await left(() => app.signIn(person.username));
    assert.deepEqual(told(rows), [[person.username, 200, 'POST', '/cms/user/login', '']]);
    assert.equal(rows[0]?.user_id, person.id);
  });
  it('by a failed sign-in', async () => {
    const rows = await left(() => app.logIn('root', 'not the password'));
    assert.deepEqual(told(rows), [['', 401, 'POST', '/cms/user/login', '']]);
  });
  it('by a refusal for want of a permission, with the permission', async () => {
    const person = await app.person();
    const rows = await left(() => app.request('GET', '/cms/log/search?keyword=x', { token: person.access }));
    assert.deepEqual(told(rows), [[person.username, 401, 'GET', '/cms/log/search', '搜索日志']]);
    assert.equal(rows[0]?.user_id, person.id);
    assert.match(String(rows[0]?.message), /log\.search/);
  });
  it('by a refusal of somebody without a token, and of a token that is none', async () => {
    const none = await left(() => app.request('GET', '/cms/user/auths'));
    assert.deepEqual(told(none), [['', 401, 'GET', '/cms/user/auths', '']]);
    const nonsense = await left(() => app.request('GET', '/cms/user/auths', { token: 'a.b.c' }));
    assert.deepEqual(told(nonsense), [['', 422, 'GET', '/cms/user/auths', '']]);
  });
});

describe('no row is left', () => {
  it('by reads, by bad input and by what is not there', async () => {
    const rows = await left(async () => {
      await app.request('GET', '/v1/book', { token: app.root.access });
      await app.request('POST', '/v1/book', { token: app.root.access, body: { title: 1 } });
      await app.request('GET', '/v1/book/999999', { token: app.root.access });
    });
    assert.deepEqual(told(rows), []);
  });
});

describe('searching', () => {
  it('finds by keyword, its wildcards taken as they are', async () => {
    const person = await app.person([], 'needle_100%');
    await app.person([], 'needleX100Y');
    const { items } = await search({ keyword: 'needle_100%' });
    assert.ok(items.length > 0);
    assert.ok(items.every(({ message, username }) => `${message}${username}`.includes(person.username)));
    assert.equal((await search({ keyword: "' or 1=1 --" })).total, 0);
    assert.equal(
      (await search({ keyword: '!' })).items.filter(({ message }) => !message.includes('!')).length,
      0,
    );
  });
  it('finds by user, and only that one', async () => {
    const { username } = await app.person();
    const { items, total } = await search({ name: username });
    assert.ok(items.length > 0 && items.every((row) => row.username === username));
    assert.equal(total, items.length);
  });
  it('finds by time', async () => {
    const now = Date.now();
    const within = { start: asText(now - 60_000), end: asText(now + 60_000) };
    assert.ok((await search(within)).total > 0);
    assert.equal((await search({ start: asText(now + 60_000) })).total, 0);
    assert.equal((await search({ end: asText(now - 3_600_000) })).total, 0);
  });
  it('refuses a time that is none', async () => {
    for (const start of [
      'yesterday',
      '2026-13-01 00:00:00',
      '2026-01-01 25:00:00',
      '2024-02-30',
      '2023/02/29',
      '2026-01-01 24:00:00',
    ]) {
      const { status, body } = await app.request(
        'GET',
        `/cms/log/search?start=${encodeURIComponent(start)}`,
        {
          token: reader.access,
        },
      );
      assert.deepEqual([status, body.error_code], [400, 10030], start);
    }
  });
  it('takes empty parameters for none', async () => {
    assert.ok((await search({ keyword: '', name: '', start: '', end: '' })).total > 0);
  });
  it('lists the newest first, page by page', async () => {
    const { items } = await search();
    const times = items.map(({ time }) => time);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    const second = await search({ count: '3', page: '1' });
    assert.equal(second.items.length, 3);
  });
  it('is like the list, and the users are those who appear', async () => {
    const list = await app.send<Rows>('GET', '/cms/log?count=100', { token: reader.access });
    assert.deepEqual(Object.keys(list.items[0] ?? {}), Object.keys((await search()).items[0] ?? {}));
    const users = await app.send<{ items: string[] }>('GET', '/cms/log/users?count=100', {
      token: reader.access,
    });
    assert.ok(users.items.includes('root') && !users.items.includes(''));
  });
});

describe('what is sent', () => {
  it('never appears in the log: no body, no password, no token', async () => {
    const secret = 'Zq9 very secret words';
    const person = await app.person();
    const body = { old_password: PASSWORD, new_password: secret, confirm_password: secret };
    await app.send('PUT', '/cms/user/change_password', { token: person.access, body });
    await app.logIn(person.username, secret);
    await app.logIn(person.username, `${secret} mistaken`);
    await app.logIn(`${secret} name`, 'whatever');
    await app.send('POST', '/v1/book', { token: person.access, body: { title: secret } });
    await app.request('GET', '/cms/user/auths', { token: `${secret}.${secret}.${secret}` });
    await app.request('GET', `/cms/user/auths?access_token=${encodeURIComponent(secret)}`);
    const pages = await Promise.all([0, 1, 2].map((page) => search({ page: String(page) })));
    const text = JSON.stringify(pages);
    assert.ok(!text.includes('Zq9'), 'something that was sent is in the log');
    assert.ok(!text.includes(PASSWORD));
    assert.ok(!text.includes(person.access.slice(-20)));
  });
});
