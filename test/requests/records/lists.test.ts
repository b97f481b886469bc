import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { BOOK_FIELDS, type Books } from '../../support/records/book.ts';

const app = await freshApp();
const member = await app.person();

describe('the list', () => {
  const titles = Array.from({ length: 57 }, (_, index) => `walk ${index % 5}`);
  before(async () => {
    for (const title of titles) await app.makeBook({ title });
  });
  const page = (query: string) => member.read<Books>(`/v1/book?${query}`);

  it('answers ten a page unless asked', async () => {
    const { items, page: index, count, total } = await page('');
    assert.equal(items.length, 10);
    assert.deepEqual([index, count], [0, 10]);
    assert.ok(total !== null && total >= titles.length);
    for (const book of items) assert.deepEqual(Object.keys(book).sort(), BOOK_FIELDS);
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
    it(`by keyset, sort=${sort}, meets every record once`, async () => {
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

  it('by pages meets every record once', async () => {
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
      'count=1001': 'count',
      'page=-1': 'page',
      'page=x': 'page',
      'after=nonsense': 'after',
      'nothing=1': 'nothing',
      'count=1&count=2': 'count',
    };
    for (const [query, name] of Object.entries(cases)) {
      const answer = await member.get(`/v1/book?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], `${query} ${answer.text}`);
      assert.match(String(answer.body.message), new RegExp(name), query);
    }
  });
});
