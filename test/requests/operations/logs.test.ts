import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import type { BodyOf, LogLine } from '../../support/bodies.ts';
import { freshApp, PASSWORD, type Tokens } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en' });

const reader = await app.granted('log.search', 'log.list', 'log.users');
const search = (query: Record<string, string> = {}) =>
  reader.read<BodyOf<'GET /cms/log'>>(`/cms/log/search?${new URLSearchParams({ count: '100', ...query })}`);
const newest = async () => (await search()).items[0]?.id ?? 0;
/** The records that the work left. */
const left = async (work: () => Promise<unknown>): Promise<readonly LogLine[]> => {
  const last = await newest();
  await work();
  return (await search()).items.filter(({ id }) => id > last);
};
const told = (records: readonly LogLine[]) =>
  records.map(({ username, status_code, method, path, permission }) => [
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

it('the log names permissions in the language of its reader', async () => {
  const stranger = await app.person();
  const english = async () => {
    const headers = { 'accept-language': 'en' };
    const { body } = await app.request<BodyOf<'GET /cms/log'>>('GET', '/cms/log', {
      token: reader.access,
      headers,
    });
    return body.items;
  };
  await stranger.get('/cms/log');
  assert.equal((await english())[0]?.permission, 'See the whole log');
  const group_id = await app.groupWith('log.search');
  const [id] = await app.permissionIds('log.list');
  await app.root.done('POST /cms/admin/permission/dispatch', { group_id, permission_id: id });
  await app.root.done('POST /cms/admin/grants', { changes: [{ group_id, revoke: [id] }] });
  const [revoked, granted] = await english();
  assert.match(String(revoked?.message), /: See the whole log$/);
  assert.match(String(granted?.message), /: See the whole log$/);
});

describe('one record is left', () => {
  it('by a write, with who, what and where', async () => {
    const writer = await app.person();
    const start = Date.now();
    const records = await left(() => writer.done('POST /lin3/v1/book/?x=1', { title: 'logged' }));
    assert.equal(records.length, 1);
    assert.deepEqual(
      told(records).map((record) => record.slice(0, 3)),
      [[writer.username, 201, 'POST']],
    );
    assert.match(String(records[0]?.path), /^\/v1\/book\/?$/);
    assert.equal(records[0]?.user_id, writer.id);
    assert.match(String(records[0]?.message), /Book created \(id \d+\)/);
    assert.ok(Number(records[0]?.time) >= start && Number(records[0]?.time) <= Date.now());
  });
  it('by a write that needs a permission, with its name', async () => {
    const writer = await app.granted('book.delete');
    const path = `/v1/book/${await app.makeBook()}`;
    const records = await left(() => writer.done(`DELETE ${path}`));
    assert.deepEqual(told(records), [[writer.username, 200, 'DELETE', path, 'Delete books']]);
  });
  it('by a read whose route says so, in its words', async () => {
    const person = await app.person();
    for (const base of BASES) {
      const records = await left(() => person.read(`${base}/cms/test/json?x=1`));
      assert.deepEqual(told(records), [[person.username, 200, 'GET', '/cms/test/json', '']]);
      assert.equal(records[0]?.message, `${person.username} tested GET /cms/test/json, status 200`);
    }
  });
  it('by a sign-in', async () => {
    const person = await app.person();
    const records = await left(() => app.signIn(person.username));
    assert.deepEqual(told(records), [[person.username, 200, 'POST', '/cms/user/login', '']]);
    assert.equal(records[0]?.user_id, person.id);
  });
  it('by a failed sign-in', async () => {
    const records = await left(() => app.logIn('root', 'not the password'));
    assert.deepEqual(told(records), [['', 401, 'POST', '/cms/user/login', '']]);
  });
  it('by a failed sign-in, with the account that exists and the sender’s network, and no typed text', async () => {
    const person = await app.person();
    const address = '2001:db8:7::9';
    const network = '2001:db8:7:0::/64';
    for (const [username, id, count] of [
      [person.username, person.id, 9],
      ['typed by mistake', 0, 1],
    ] as const) {
      for (let turn = 0; turn < count; turn += 1) await app.logIn(username, 'not the password', { address });
      const { items } = await app.root.read<BodyOf<'GET /cms/log'>>(`/cms/log?address=true&count=${count}`);
      assert.deepEqual(
        new Set(items.map((record) => `${record.user_id} ${record.username} ${record.address}`)),
        new Set([`${id}  ${network}`]),
      );
      for (const { message } of items) {
        assert.ok(message.startsWith(`${network} `) && !message.includes(username), message);
        assert.equal(message.includes(`, user ${person.id}`), id > 0);
      }
    }
  });
  for (const base of BASES)
    it(`by a sign-in with its network, which is told on request alone, on ${base || '/'}`, async () => {
      const { username } = await app.person();
      await app.send('POST', `${base}/cms/user/login`, {
        body: { username, password: PASSWORD },
        address: '203.0.113.77',
      });
      const read = async (query: string) =>
        (await app.root.read<BodyOf<'GET /cms/log'>>(`${base}/cms/log?count=1${query}`)).items[0];
      assert.equal((await read('&address=true'))?.address, '203.0.113.77');
      assert.ok(!('address' in ((await read('')) ?? {})));
    });
  it('by a refusal for want of a permission, with the permission', async () => {
    const person = await app.person();
    const records = await left(() => person.get('/cms/log/search?keyword=x'));
    assert.deepEqual(told(records), [[person.username, 401, 'GET', '/cms/log/search', 'Search the log']]);
    assert.equal(records[0]?.user_id, person.id);
    assert.match(String(records[0]?.message), /log\.search/);
  });
  it('by a refusal of somebody without a token, and of an invalid token', async () => {
    const none = await left(() => app.nobody.get('/cms/user/auths'));
    assert.deepEqual(told(none), [['', 401, 'GET', '/cms/user/auths', '']]);
    const nonsense = await left(() => app.as('a.b.c').get('/cms/user/auths'));
    assert.deepEqual(told(nonsense), [['', 422, 'GET', '/cms/user/auths', '']]);
  });
});

describe('no record is left', () => {
  it('by reads, by bad input and by what is not there', async () => {
    const records = await left(async () => {
      await app.root.get('/v1/book');
      await app.root.post('/v1/book', { title: 1 });
      await app.root.get('/v1/book/999999');
    });
    assert.deepEqual(told(records), []);
  });
});

it('the log is read, and neither written nor changed, by requests', async () => {
  for (const path of ['/cms/log', '/cms/log/1', '/cms/log/search'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await app.request(method, path, { token: app.root.access, body: {} });
      assert.ok(status === 404 || status === 405, `${method} ${path}: ${status}`);
    }
});

describe('searching', () => {
  it('finds by keyword, its wildcards taken as they are', async () => {
    const person = await app.registered([], 'needle_100%');
    await app.registered([], 'needleX100Y');
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
    const { username } = await app.registered();
    const { items, total } = await search({ name: username });
    assert.ok(items.length > 0 && items.every((record) => record.username === username));
    assert.equal(total, items.length);
  });
  it('finds by time', async () => {
    const now = Date.now();
    const within = { start: asText(now - 60_000), end: asText(now + 60_000) };
    assert.ok((await search(within)).total > 0);
    assert.equal((await search({ start: asText(now + 60_000) })).total, 0);
    assert.equal((await search({ end: asText(now - 3_600_000) })).total, 0);
  });
  it('refuses an invalid time', async () => {
    for (const start of [
      'yesterday',
      '2026-13-01 00:00:00',
      '2026-01-01 25:00:00',
      '2024-02-30',
      '2023/02/29',
      '2026-01-01 24:00:00',
    ]) {
      const { status, body } = await reader.get(`/cms/log/search?start=${encodeURIComponent(start)}`);
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
    const list = await reader.read<BodyOf<'GET /cms/log'>>('/cms/log?count=100');
    assert.deepEqual(Object.keys(list.items[0] ?? {}), Object.keys((await search()).items[0] ?? {}));
    const users = await reader.read<{ items: string[] }>('/cms/log/users?count=100');
    assert.ok(users.items.includes('root') && !users.items.includes(''));
    const lines = await app.database.look("select distinct username from quire_log where username <> ''");
    const names = lines.map(({ username }) => String(username)).toSorted();
    assert.deepEqual(users.items, names.slice(0, 100));
    const page = await reader.read<{ items: string[]; total: number }>('/cms/log/users?count=2&page=1');
    assert.deepEqual([page.items, page.total], [names.slice(2, 4), names.length]);
  });
});

describe('what is sent', () => {
  it('never appears in the log: no body, no password, no token', async () => {
    const secret = 'Zq9 very secret words';
    const person = await app.person();
    const body = { old_password: PASSWORD, new_password: secret, confirm_password: secret };
    const renewed = await person.done<Tokens>('PUT /cms/user/change_password', body);
    await app.logIn(person.username, secret);
    await app.logIn(person.username, `${secret} mistaken`);
    await app.logIn(`${secret} name`, 'whatever');
    await app.as(renewed.access_token).done('POST /v1/book', { title: secret });
    await app.as(`${secret}.${secret}.${secret}`).get('/cms/user/auths');
    await app.nobody.get(`/cms/user/auths?access_token=${encodeURIComponent(secret)}`);
    const pages = await Promise.all([0, 1, 2].map((page) => search({ page: String(page) })));
    const text = JSON.stringify(pages);
    assert.ok(!text.includes('Zq9'), 'something that was sent is in the log');
    assert.ok(!text.includes(PASSWORD));
    for (const token of [person.access, renewed.access_token, renewed.refresh_token])
      assert.ok(!text.includes(token.slice(-20)));
  });
});

describe('the log as a file', () => {
  const file = (query: string, by = reader) => by.get(`/cms/log/export?${query}`);
  const linesIn = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('holds what the pages hold, of each period and kind', async () => {
    const stranger = await app.person();
    await stranger.get('/cms/log');
    await app.nobody.get('/cms/log');
    for (const query of ['', 'refused=true', 'refused=false', 'sessions=true', `name=${stranger.username}`]) {
      const { items } = await reader.read<BodyOf<'GET /cms/log'>>(
        `/cms/log?${query}&count=100&address=true&refusal_ids=true`,
      );
      const { text } = await file(`format=jsonl&${query}`);
      assert.deepEqual(
        linesIn(text)
          .filter(({ path }) => path !== '/cms/log/export')
          .slice(0, items.length)
          .map(({ id, username, message, status_code, permission, address, refusal_id }) => [
            ...[id, username, message, status_code],
            ...[permission, address, refusal_id],
          ]),
        items.map(({ id, username, message, status_code, permission, address = null, refusal_id = null }) => [
          ...[id, username, message, status_code],
          ...[permission, address, refusal_id],
        ]),
        query,
      );
    }
  });

  it('is CSV with a line for each, for spreadsheets with a mark', async () => {
    const { text, headers } = await file('refused=true&bom=true');
    assert.match(String(headers['content-disposition']), /filename="log\.csv"/);
    assert.match(
      text,
      /^\ufeffid,time,user_id,username,key_id,message,method,path,status_code,permission,address,refusal_id\r\n/,
    );
    assert.match(text, /,GET,\/cms\/log,401,/);
  });

  it('is for those who may see the whole log, and refuses what it does not know', async () => {
    const searcher = await app.granted('log.search');
    assert.equal((await file('', searcher)).status, 401);
    assert.equal((await app.nobody.get('/cms/log/export')).status, 401);
    for (const query of [
      'start=yesterday',
      'format=xml',
      'format=jsonl&bom=true',
      'keyword=x',
      'refused=maybe',
    ])
      assert.equal((await file(query)).status, 400, query);
  });
});
