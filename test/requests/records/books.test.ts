import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { BOOK_FIELDS, type Book, type Books } from '../../support/records/book.ts';

const app = await freshApp();
const openBooks = await freshApp({ switchedOff: new Set(['BOOK_LOGIN_REQUIRED']) });
let token: string;
let remover: string;
before(async () => {
  token = (await app.person()).access;
  remover = (await app.granted('book.delete')).access;
});
const read = async (id: number) => (await app.as(token).get<Book>(`/v1/book/${id}`)).body;
const refusedField = async (method: string, url: string, body: unknown, field: string) => {
  const answer = await app.as(token).ask(`${method} ${url}`, body);
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.body.code, 10030);
  assert.match(String(answer.body.message), new RegExp(field));
};

describe('a book', () => {
  it('is created with its defaults, and told with a location', async () => {
    const start = Date.now();
    const answer = await app.as(token).post<{ id: number }>('/v1/book', {});
    assert.equal(answer.status, 201);
    assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'id', 'message', 'request']);
    assert.equal(answer.headers.location, `/v1/book/${answer.body.id}`);
    const book = await read(answer.body.id);
    assert.deepEqual(Object.keys(book).sort(), BOOK_FIELDS);
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
    assert.equal((await app.as(token).patch(`/v1/book/${id}`, { title: 'new' })).status, 200);
    const patched = await read(id);
    assert.deepEqual([patched.title, patched.author, patched.summary], ['new', 'ann', 's']);
    assert.equal(patched.create_time, before.create_time);
    assert.ok(patched.update_time >= before.update_time);
    await app.as(token).done(`PUT /v1/book/${id}`, { author: 'bob' });
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
    const id = await app.as(token).make('/v1/book', sent);
    for (const method of ['PUT', 'PATCH']) await app.as(token).done(`${method} /v1/book/${id}`, sent);
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
    const answer = await app.as(token).post('/v1/book', body);
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
    const answer = await app.as(remover).delete(`/v1/book/${id}`);
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
    const { items } = await app.as(token).read<Books>('/v1/book?sort=-id&count=100');
    assert.ok(items.every((book) => book.id !== id));
    assert.ok((await app.makeBook()) > id, 'a deleted id came back');
  });
});

describe('BOOK_LOGIN_REQUIRED=false', () => {
  it('lets everybody read, and nobody else write', async () => {
    const id = await openBooks.makeBook({ title: 'for all' });
    assert.equal((await openBooks.nobody.get(`/v1/book/${id}`)).status, 200);
    assert.equal((await openBooks.nobody.get('/v1/book')).status, 200);
    assert.equal((await openBooks.as('nonsense').get(`/v1/book/${id}`)).status, 200);
    for (const [method, url] of [
      ['POST', '/v1/book'],
      ['PUT', `/v1/book/${id}`],
      ['PATCH', `/v1/book/${id}`],
      ['DELETE', `/v1/book/${id}`],
    ] as const) {
      const answer = await openBooks.request(method, url, method === 'DELETE' ? {} : { body: {} });
      assert.deepEqual([answer.status, answer.body.code], [401, 10000], method);
    }
    assert.equal((await openBooks.nobody.get('/cms/user/auths')).status, 401);
  });
});
