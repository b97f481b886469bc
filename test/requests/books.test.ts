import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, type Person } from '../support/fresh-app.ts';

const app = await freshApp();
const large = await freshApp();
const open = await freshApp({ switchedOff: new Set(['BOOK_LOGIN_REQUIRED']) });

interface Book {
  readonly id: number;
  readonly author: string;
  readonly image: string;
  readonly summary: string;
  readonly title: string;
  readonly create_time: number;
  readonly update_time: number;
}
interface Books {
  readonly items: readonly Book[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  readonly next: string | null;
}

const KEYS = ['author', 'create_time', 'id', 'image', 'summary', 'title', 'update_time'];
let member: Person;
let remover: Person;
let token: string;
before(async () => {
  member = await app.person();
  remover = await app.granted('删除图书');
  token = member.access;
});
const read = async (id: number) => (await app.request<Book>('GET', `/v1/book/${id}`, { token })).body;
const refusedField = async (method: string, url: string, body: unknown, field: string) => {
  const answer = await app.request(method, url, { token, body });
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.body.code, 10030);
  assert.match(String(answer.body.message), new RegExp(field));
};

describe('a book', () => {
  it('is created with its defaults, and told with a location', async () => {
    const start = Date.now();
    const answer = await app.request<{ id: number }>('POST', '/v1/book', { token, body: {} });
    assert.equal(answer.status, 201);
    assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'id', 'message', 'request']);
    assert.equal(answer.headers.location, `/v1/book/${answer.body.id}`);
    const book = await read(answer.body.id);
    assert.deepEqual(Object.keys(book).sort(), KEYS);
    assert.deepEqual([book.author, book.image, book.summary, book.title], ['', '', '', '']);
    assert.ok(
      Number.isInteger(book.create_time) && book.create_time >= start && book.create_time <= Date.now(),
    );
    assert.ok(Number.isInteger(book.update_time) && book.update_time >= start);
  });

  it('is answered as it was written', async () => {
    const values = { author: '佚名', image: 'a.png', summary: '<b>&"\'\u2028', title: '𠮷野家' };
    const { id, ...rest } = await read(await app.makeBook(values));
    assert.ok(id > 0);
    const { create_time, update_time, ...fields } = rest;
    assert.deepEqual(fields, values);
    assert.equal(create_time, update_time);
  });

  it('is replaced as a whole and patched in part', async () => {
    const id = await app.makeBook({ title: 'old', author: 'ann', summary: 's' });
    const before = await read(id);
    assert.equal(
      (await app.request('PATCH', `/v1/book/${id}`, { token, body: { title: 'new' } })).status,
      200,
    );
    const patched = await read(id);
    assert.deepEqual([patched.title, patched.author, patched.summary], ['new', 'ann', 's']);
    assert.equal(patched.create_time, before.create_time);
    assert.ok(patched.update_time >= before.update_time);
    await app.send('PUT', `/v1/book/${id}`, { token, body: { author: 'bob' } });
    const replaced = await read(id);
    assert.deepEqual([replaced.title, replaced.author, replaced.summary], ['', 'bob', '']);
  });

  it('takes no audit field and no id from a client', async () => {
    const sent = {
      title: 't',
      id: 1,
      create_time: 1,
      create_user_id: 1,
      update_time: 2,
      update_user_id: 1,
      delete_time: 3,
      delete_user_id: 1,
      is_deleted: true,
    };
    const { id } = await app.send<{ id: number }>('POST', '/v1/book', { token, body: sent });
    for (const method of ['PUT', 'PATCH']) await app.send(method, `/v1/book/${id}`, { token, body: sent });
    const book = await read(id);
    assert.equal(book.id, id);
    assert.equal(book.title, 't');
    assert.ok(book.create_time > 3 && book.update_time > 3);
  });

  it('refuses a field that it does not have, by name', async () => {
    const id = await app.makeBook();
    await refusedField('POST', '/v1/book', { titel: 'x' }, 'titel');
    await refusedField('PUT', `/v1/book/${id}`, { titel: 'x' }, 'titel');
    await refusedField('PATCH', `/v1/book/${id}`, { constructor: 'x' }, 'constructor');
  });

  it('refuses values that are no strings', async () => {
    for (const value of [1, null, true, [], {}, ['x']])
      await refusedField('POST', '/v1/book', { title: value }, 'title');
    await refusedField('POST', '/v1/book', { title: 'a\0b' }, 'title');
  });

  it('tells every offending field at once', async () => {
    const body = { title: 'x'.repeat(51), author: 1, nothing: 1 };
    const answer = await app.request('POST', '/v1/book', { token, body });
    for (const field of ['title', 'author', 'nothing'])
      assert.match(String(answer.body.message), new RegExp(field));
  });
});

describe('the limits of section 8', () => {
  for (const [field, limit] of Object.entries({ author: 30, image: 50, summary: 1000, title: 50 })) {
    for (const [kind, character] of Object.entries({ ASCII: 'a', Han: '书', astral: '𠮷' })) {
      it(`${field} takes ${limit} ${kind} characters and not one more`, async () => {
        const full = character.repeat(limit);
        const id = await app.makeBook({ [field]: full });
        assert.equal((await read(id))[field as 'title'], full);
        await refusedField('POST', '/v1/book', { [field]: full + character }, field);
        await refusedField('PUT', `/v1/book/${id}`, { [field]: full + character }, field);
        await refusedField('PATCH', `/v1/book/${id}`, { [field]: full + character }, field);
      });
    }
  }
});

describe('deleting a book', () => {
  it('needs the permission', async () => {
    const id = await app.makeBook();
    for (const [sent, code] of [
      [{}, 10000],
      [{ token }, 10000],
    ] as const) {
      const answer = await app.request('DELETE', `/v1/book/${id}`, sent);
      assert.equal(answer.status, 401);
      assert.equal(answer.body.code, code);
    }
    assert.equal((await read(id)).id, id);
  });

  it('hides it from every read and write', async () => {
    const id = await app.makeBook({ title: 'gone' });
    const answer = await app.request('DELETE', `/v1/book/${id}`, { token: remover.access });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'message', 'request']);
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const gone = await app.request(method, `/v1/book/${id}`, {
        token: app.root.access,
        ...(method.startsWith('P') && { body: {} }),
      });
      assert.equal(gone.status, 404, method);
      assert.equal(gone.body.code, 10022);
      assert.deepEqual(Object.keys(gone.body).sort(), ['code', 'message', 'request']);
    }
    const { items } = await app.send<Books>('GET', '/v1/book?sort=-id&count=100', { token });
    assert.ok(items.every((book) => book.id !== id));
    assert.ok((await app.makeBook()) > id, 'a deleted id came back');
  });
});

describe('ids', () => {
  const bad = [
    '0',
    '-1',
    'abc',
    '9223372036854775808',
    '00001',
    '1.0',
    '1e3',
    '+1',
    '%201',
    '0x1',
    '%D9%A1',
    '1%00',
    'null',
  ];
  for (const id of [...bad, '9'.repeat(300)]) {
    it(`${id.slice(0, 24)} is refused`, async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const body = method.startsWith('P') ? { body: {} } : {};
        const answer = await app.request(method, `/v1/book/${id}`, { token: app.root.access, ...body });
        assert.deepEqual([answer.status, answer.body.code], [400, 10030], `${method} ${answer.text}`);
        assert.equal(answer.body.request, `${method} /v1/book/${id}`);
      }
    });
  }
  for (const id of ['9223372036854775807', '9007199254740993', '999999']) {
    it(`${id} is not found`, async () => {
      const answer = await app.request('GET', `/v1/book/${id}`, { token });
      assert.deepEqual([answer.status, answer.body.code], [404, 10022]);
    });
  }
  it('are exact beyond 2^53', async () => {
    await large.makeBook();
    await large.behind('update book set id = 9007199254740993');
    const sent = { token: large.root.access };
    const answer = await large.request('GET', '/v1/book/9007199254740993', sent);
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /"id":9007199254740993[,}]/);
    assert.equal((await large.request('GET', '/v1/book/9007199254740992', sent)).status, 404);
    assert.match((await large.request('GET', '/v1/book', sent)).text, /"id":9007199254740993[,}]/);
    const next = await large.request('POST', '/v1/book', { ...sent, body: {} });
    assert.match(next.text, /"id":9007199254740994[,}]/);
    assert.equal(next.headers.location, '/v1/book/9007199254740994');
  });
});

describe('the list', () => {
  const titles = Array.from({ length: 57 }, (_, index) => `walk ${index % 5}`);
  before(async () => {
    for (const title of titles) await app.makeBook({ title });
  });
  const page = (query: string) => app.send<Books>('GET', `/v1/book?${query}`, { token });

  it('answers ten a page unless asked', async () => {
    const { items, page: index, count, total } = await page('');
    assert.equal(items.length, 10);
    assert.deepEqual([index, count], [0, 10]);
    assert.ok(total !== null && total >= titles.length);
    for (const book of items) assert.deepEqual(Object.keys(book).sort(), KEYS);
  });

  for (const sort of [
    '',
    'id',
    '-id',
    'title',
    '-title',
    '-create_time,title',
    'title,-author',
    '-update_time',
  ]) {
    it(`by keyset, sort=${sort}, meets every row once`, async () => {
      const seen: number[] = [];
      let after = '';
      for (let turn = 0; turn < 100; turn += 1) {
        const answer = await page(`count=7&sort=${sort}${after && `&after=${encodeURIComponent(after)}`}`);
        seen.push(...answer.items.map(({ id }) => id));
        if (answer.next === null) break;
        after = answer.next;
      }
      const { total } = await page('total=true');
      assert.equal(seen.length, total);
      assert.equal(new Set(seen).size, seen.length);
    });
  }

  it('by pages meets every row once', async () => {
    const { total } = await page('total=true');
    const seen = new Set<number>();
    for (let index = 0; index * 20 < (total ?? 0); index += 1)
      for (const { id } of (await page(`page=${index}&count=20`)).items) seen.add(id);
    assert.equal(seen.size, total);
    assert.deepEqual((await page('page=999999')).items, []);
  });

  it('refuses by name what it does not know', async () => {
    const cases = {
      'sort=nothing': 'nothing',
      'sort=is_deleted': 'is_deleted',
      'sort=create_user_id': 'create_user_id',
      'sort=title,title': 'sort',
      'count=0': 'count',
      'count=101': 'count',
      'page=-1': 'page',
      'page=x': 'page',
      'after=nonsense': 'after',
      'filter[id][eq]=1': 'filter',
      'nothing=1': 'nothing',
      'count=1&count=2': 'count',
    };
    for (const [query, name] of Object.entries(cases)) {
      const answer = await app.request('GET', `/v1/book?${query}`, { token });
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], `${query} ${answer.text}`);
      assert.match(String(answer.body.message), new RegExp(name), query);
    }
  });
});

describe('BOOK_LOGIN_REQUIRED=false', () => {
  it('lets everybody read, and nobody else write', async () => {
    const id = await open.makeBook({ title: 'for all' });
    assert.equal((await open.request('GET', `/v1/book/${id}`)).status, 200);
    assert.equal((await open.request('GET', '/v1/book')).status, 200);
    assert.equal((await open.request('GET', `/v1/book/${id}`, { token: 'nonsense' })).status, 200);
    for (const [method, url] of [
      ['POST', '/v1/book'],
      ['PUT', `/v1/book/${id}`],
      ['PATCH', `/v1/book/${id}`],
      ['DELETE', `/v1/book/${id}`],
    ] as const) {
      const answer = await open.request(method, url, method === 'DELETE' ? {} : { body: {} });
      assert.deepEqual([answer.status, answer.body.code], [401, 10000], method);
    }
    assert.equal((await open.request('GET', '/cms/user/auths')).status, 401);
  });
});

describe('paths and methods', () => {
  it('are the same with a trailing slash', async () => {
    const id = await app.makeBook();
    assert.equal((await app.request('GET', `/v1/book/${id}/`, { token })).status, 200);
    assert.equal((await app.request('GET', '/v1/book/', { token })).status, 200);
    assert.equal((await app.request('GET', '/cms/user/auths/', { token })).status, 200);
  });
  it('refuse another method with what is allowed, before asking who it is', async () => {
    const one = await app.request('POST', '/v1/book/1', { body: {} });
    assert.deepEqual([one.status, one.body.code, one.body.request], [405, 10080, 'POST /v1/book/1']);
    const allowed = String(one.headers.allow).split(', ').sort();
    assert.deepEqual(allowed, ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']);
    const cms = await app.request('DELETE', '/cms/user/auths');
    assert.deepEqual([cms.status, cms.body.error_code, cms.headers.allow], [405, 10080, 'GET, HEAD']);
    assert.equal((await app.request('OPTIONS', '/v1/book')).status, 405);
  });
  it('answer HEAD like GET, without a body', async () => {
    const id = await app.makeBook();
    const answer = await app.request('HEAD', `/v1/book/${id}`, { token });
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.equal((await app.request('HEAD', `/v1/book/${id}`)).status, 401);
  });
  it('tell what is unknown in the form of its family', async () => {
    for (const [path, code] of [
      ['/v1/nothing', 'code'],
      ['/v1', 'code'],
      ['/cms/nothing', 'error_code'],
      ['/', 'error_code'],
      ['/v1book', 'error_code'],
      ['/v1/book/1/2', 'code'],
    ] as const) {
      const answer = await app.request('GET', path, { token });
      assert.deepEqual([answer.status, answer.body[code], answer.body.request], [404, 10020, `GET ${path}`]);
    }
  });
  it('tell a path that cannot be decoded', async () => {
    for (const path of ['/v1/book/%', '/v1/book/%ff', '/%c0%ae']) {
      const answer = await app.request('GET', path, { token });
      assert.ok(answer.status === 400 || answer.status === 404, `${path} ${answer.status}`);
      assert.equal(answer.body.request, `GET ${path}`);
    }
  });
});
