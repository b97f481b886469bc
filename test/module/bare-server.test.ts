// What a server does that has no feature: `npm run check:features` runs this without any.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Plain } from '../support/client.ts';
import { freshApp, PASSWORD } from '../support/fresh-app.ts';

const app = await freshApp();
const [ann, ben] = [await app.person(), await app.person()];
const books = [
  { title: 'One', author: 'A', summary: 'first', image: '' },
  { title: 'Two', author: 'B', summary: 'second', image: '' },
];

describe('without any feature,', () => {
  it('people sign in, renew their tokens, see themselves and sign out', async () => {
    for (const { username } of [ann, ben]) {
      assert.equal((await app.logIn(username, 'another password')).status, 401);
      const { body } = await app.logIn(username, PASSWORD);
      const renewed = await app.send<{ access_token: string }>('POST', '/cms/user/refresh', {
        headers: { authorization: `Bearer ${body.refresh_token}` },
      });
      const token = renewed.access_token;
      const self = await app.send('GET', '/cms/user/information', { token });
      assert.equal(self.username, username);
      await app.send('POST', '/cms/user/logout', { token });
      assert.equal((await app.request('GET', '/cms/user/information', { token })).status, 422);
    }
  });

  it('collections are written, read, and give back their history and trash', async () => {
    const token = app.root.access;
    for (const book of books) {
      const { id } = await app.send<{ id: number }>('POST', '/v1/book', { token, body: book });
      await app.send('PATCH', `/v1/book/${id}`, { token, body: { title: `${book.title} again` } });
      const record = await app.send('GET', `/v1/book/${id}`, { token });
      assert.equal(record.title, `${book.title} again`);
      assert.equal((await app.request('GET', `/v1/book/${id}`)).status, 401);
      const { items } = await app.send<{ items: Plain[] }>('GET', `/v1/book/${id}/history`, { token });
      assert.equal(items.length, 2);
      await app.send('DELETE', `/v1/book/${id}`, { token });
      assert.equal((await app.request('GET', `/v1/book/${id}`, { token })).status, 404);
    }
    const { items } = await app.send<{ items: Plain[] }>('GET', '/v1/book/trash', { token });
    assert.deepEqual(items.map(({ title }) => title).sort(), ['One again', 'Two again']);
  });

  it('records are for those who may', async () => {
    const id = await app.makeBook(books[0]);
    for (const [token, status] of [
      [undefined, 401],
      [ann.access, 401],
      [ben.access, 401],
      [app.root.access, 200],
    ] as const) {
      const sent = token === undefined ? {} : { token };
      assert.equal((await app.request('DELETE', `/v1/book/${id}`, sent)).status, status);
    }
  });
});
