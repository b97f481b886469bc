import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import type { Book } from '../../support/records/book.ts';

// As clients of Lin CMS search books.

const app = await freshApp();
let reader: Person;
before(async () => {
  reader = await app.person();
  for (const title of ['三国演义', '三国志', '红楼梦'])
    await app.makeBook({ title, author: `${title}的作者` });
  const gone = await app.makeBook({ title: '三国志平话' });
  await app.root.done(`DELETE /v1/book/${gone}`);
});

const ask = (path: string, q?: string) =>
  reader.get<Book[] & { items: Book[]; title: string }>(
    `${path}${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`,
  );
const titles = (books: readonly Book[]) => books.map(({ title }) => title);

describe('searching', () => {
  it('answers an array on /lin3 and a page on /, without what was deleted', async () => {
    assert.deepEqual(titles((await ask('/lin3/v1/book/search', '三国')).body), ['三国演义', '三国志']);
    assert.deepEqual(titles((await ask('/v1/book/search', '三国')).body.items), ['三国演义', '三国志']);
  });
  it('answers nothing where nothing is found', async () => {
    assert.deepEqual((await ask('/lin3/v1/book/search', '%')).body, []);
  });
  it('answers the first, or that there is none', async () => {
    for (const base of BASES) {
      assert.equal((await ask(`${base}/v1/book/search/one`, '三国')).body.title, '三国演义');
      assert.equal((await ask(`${base}/v1/book/search/one`, '平话')).status, 404);
    }
  });
  it('needs words, and a reader', async () => {
    for (const path of ['/v1/book/search', '/v1/book/search/one']) {
      for (const q of [undefined, '', 'x'.repeat(201)]) assert.equal((await ask(path, q)).status, 400);
      assert.equal((await app.nobody.get(`${path}?q=x`)).status, 401);
    }
  });
});
