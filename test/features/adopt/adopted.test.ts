import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { engineName } from '../../support/test-database.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';

const database = await foreignDatabase();
const { address } = database;
const before = await rowsOf();
const app = await freshApp({
  language: 'en',
  contentDir: await adoptedProject(address.databaseUrl),
  ...address,
});
const { root, nobody } = app;
database.closeFirst(app.end);
const member = await app.person();
const reader = await app.granted('book.read', 'country.read');

/** Every row of the foreign tables. */
async function rowsOf() {
  const all: unknown[] = [];
  for (const table of ['author', 'country', 'book', 'book_tag'])
    all.push(await database.look(`select * from ${table} order by 1`));
  return all;
}

const titlesOf = async (who: Client, query: string) =>
  (await who.list<{ title: string }>(`/api/v1/book?${query}`)).map(({ title }) => title);

describe('adopted tables', () => {
  it('are listed with every value in its form', async () => {
    const [book] = await root.list('/api/v1/book?sort=id&count=1');
    assert.deepEqual(book, {
      ...{
        id: 10,
        author_id: 1,
        country: 'de',
        title: 'Engines',
        price: '12.50',
        state: 'sold',
        weight: 1.5,
        sold: true,
      },
      ...{ note: 'Old', pages: (book as { pages: unknown }).pages },
    });
    assert.match((await root.get('/api/v1/book/10')).text, /"pages":9007199254740993\b/);
    assert.deepEqual(await root.read('/api/v1/author/1'), {
      ...{ id: 1, name: 'Ada', born: '1815-12-10', joined: Date.UTC(2026, 0, 2, 3, 4, 5) },
    });
  });

  it('are filtered, sorted, searched, paged, counted and exported', async () => {
    for (const [query, titles] of [
      ['filter[price][gte]=3.00&sort=price', ['Notes', 'Engines']],
      ['filter[author_id][name][eq]=Ben', ['boats']],
      ['filter[state][eq]=it%27s gone', ['boats']],
      ['filter[sold][eq]=true', ['Engines']],
      ['filter[country][eq]=de', ['Engines']],
      ['filter[country][name][starts]=Od', ['Notes']],
      ['filter[id][in]=10,12&sort=-id', ['boats', 'Engines']],
      ['filter[id][gt]=99999999999', []],
      ['filter[id][lt]=99999999999&sort=title', ['Engines', 'Notes', 'boats']],
      ['filter[author_id][eq]=99999999999', []],
      ['q=oat', ['boats']],
    ] as const)
      assert.deepEqual(await titlesOf(root, query), titles, query);
    const { body } = await root.get('/api/v1/book?sort=-author_id&count=2&total=true');
    assert.equal(body.total, 3);
    assert.deepEqual(await titlesOf(root, `sort=-author_id&count=2&after=${body.next}`), ['Engines']);
    const csv = await root.get('/api/v1/book/export?format=csv&fields=id,title,country&sort=id');
    assert.equal(csv.text, 'id,country,title\r\n10,de,Engines\r\n11,/&,Notes\r\n12,,boats\r\n');
    const sum = await root.get('/api/v1/book/aggregate?select=count,sum.price&group=country');
    assert.equal((sum.body.items as unknown[]).length, 3);
  });

  it('follow their references, to keys of numbers and of texts', async () => {
    const [book] = await root.list<{ expanded: unknown }>(
      '/api/v1/book?sort=id&count=1&expand=author_id,country&fields=title',
    );
    assert.deepEqual(book?.expanded, {
      author_id: { id: 1, name: 'Ada', born: '1815-12-10', joined: Date.UTC(2026, 0, 2, 3, 4, 5) },
      country: { id: 'de', name: 'Germany' },
    });
  });

  it('have texts as ids where their keys are texts', async () => {
    assert.deepEqual(await root.read('/api/v1/country/de'), { id: 'de', name: 'Germany' });
    assert.deepEqual(await root.read('/api/v1/country/%2F%26'), { id: '/&', name: 'Odd' });
    for (const id of ['fr', '1', 'x'.repeat(300), '%00', '%27', "de' or '1'='1"])
      assert.equal((await root.get(`/api/v1/country/${encodeURIComponent(id)}`)).status, 404, id);
    const ids = (await root.list<{ id: string }>('/api/v1/country?sort=-id')).map(({ id }) => id);
    assert.deepEqual(ids, ['de', '/&']);
    const { body } = await root.get('/api/v1/country?count=1');
    const [next] = await root.list<{ id: string }>(`/api/v1/country?count=1&after=${body.next}`);
    assert.deepEqual([(body.items as { id: string }[])[0]?.id, next?.id], ['/&', 'de']);
    const around = await root.list<{ id: string }>('/api/v1/country?around=de&count=2');
    assert.equal(around.length, 2);
    assert.equal((await root.get('/api/v1/country?after=WyJkZSIsM10')).status, 400);
    const text = (await root.get('/openapi.json')).text;
    assert.match(text, /"country"/);
  });

  it('of views are served by the key that was found', async () => {
    assert.deepEqual(await root.read('/api/v1/book_list/12'), { id: 12, title: 'boats', name: 'Ben' });
  });

  it('answer nothing that looks like a secret, and ids of wrong forms as missing', async () => {
    assert.ok(!(await root.get('/api/v1/country?fields=password')).text.includes('hidden'));
    for (const [id, status] of [
      ['99999999999', 404],
      ['9223372036854775807', 404],
      ['0', 404],
      ['-9223372036854775808', 404],
      ['-9223372036854775809', 400],
      ['-0', 400],
      ['01', 400],
      ['x', 400],
    ] as const)
      assert.equal((await root.get(`/api/v1/book/${id}`)).status, status, id);
  });

  it('are never stale', async () => {
    await database.change(`insert into author values (3, 'Cy', null, null)`);
    assert.equal((await root.read<{ name: string }>('/api/v1/author/3')).name, 'Cy');
    await database.change(`update author set name = 'Cyd' where author_id = 3`);
    assert.equal((await root.read<{ name: string }>('/api/v1/author/3')).name, 'Cyd');
    await database.change('delete from author where author_id = 3');
    assert.equal((await root.get('/api/v1/author/3')).status, 404);
  });
});

describe('the rules of adopted tables', () => {
  it('let in only those whom they name', async () => {
    for (const path of [
      '/api/v1/book',
      '/api/v1/book/10',
      '/api/v1/country/de',
      '/api/v1/book/export?format=csv',
    ]) {
      assert.equal((await nobody.get(path)).status, 401, path);
      assert.equal((await member.get(path)).status, 403, path);
      assert.equal((await reader.get(path)).status, 200, path);
    }
  });

  it('hold along references', async () => {
    const [book] = await reader.list<{ expanded: unknown }>('/api/v1/book?sort=id&count=1&expand=country');
    assert.deepEqual(book?.expanded, { country: { id: 'de', name: 'Germany' } });
    assert.ok(!(await reader.get('/api/v1/book?expand=author_id')).text.includes('Ada'));
    assert.ok((await reader.get('/api/v1/book?filter[author_id][name][eq]=Ada')).status >= 400);
  });

  it('let nobody write whom they do not name, and nobody at all what no key tells apart for sure', async () => {
    for (const [who, method, path, expected] of [
      [reader, 'POST', '/api/v1/book', engineName === 'sqlite' ? 403 : 405], // others count no such keys
      [reader, 'PATCH', '/api/v1/book/10', 403],
      [reader, 'PUT', '/api/v1/country/de', 403],
      [nobody, 'DELETE', '/api/v1/country/de', 401],
      [root, 'POST', '/api/v1/country', 405],
      [root, 'PATCH', '/api/v1/book_list/10', 405],
      [root, 'DELETE', '/api/v1/book_list/10', 405],
    ] as const) {
      const { status } = await who.ask(`${method} ${path}`, { title: 'Forged' });
      assert.equal(status, expected, `${method} ${path}`);
    }
    assert.deepEqual(await rowsOf(), before);
  });
});
