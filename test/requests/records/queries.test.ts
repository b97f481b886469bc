import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/queries' });
const { root, nobody } = app;
const member = await app.person();
const reader = await app.granted('sale.all');
const clerk = await app.granted('sale.all', 'sale.address.read');

const authors: number[] = [];
for (const [name, sold] of [
  ['Ada', ['10.50', '2.25']],
  ['Ben', ['7.00']],
  ['Cy', []],
] as const) {
  const author = await root.make('/v1/author', { name, address: `${name}’s street` });
  authors.push(author);
  for (const price of sold)
    await root.make('/v1/article', { title: `By ${name}`, author, state: 'sold', price });
  await root.make('/v1/article', { title: 'Unsold', author, price: '99.00' });
}
const [ada = 0, ben = 0, cy = 0] = authors;

interface Sale {
  readonly id: number;
  readonly name: string;
  readonly articles: number;
  readonly total: string;
}
const SALES = '/api/v1/sale';
const namesOf = async (who: Client, query = '') =>
  (await who.list<Sale>(`${SALES}?sort=id${query}`)).map(({ name }) => name);

describe('a query', () => {
  it('answers records as a collection does, each by its id', async () => {
    const all = await root.list<Sale>(`${SALES}?sort=id`);
    assert.deepEqual(
      all.map(({ id, name, articles, total }) => [id, name, articles, total]),
      [
        [ada, 'Ada', 2, '12.75'],
        [ben, 'Ben', 1, '7.00'],
        [cy, 'Cy', 0, '0.00'],
      ],
    );
    assert.deepEqual(await root.read(`${SALES}/${ben}`), all[1]);
    assert.equal((await root.get(`${SALES}/999999`)).status, 404);
  });

  it('is filtered, sorted, searched, counted and paged', async () => {
    for (const [query, names] of [
      ['&filter[total][gte]=7', ['Ada', 'Ben']],
      ['&filter[author][name][eq]=Ben', ['Ben']],
      ['&filter[name][contains]=y', ['Cy']],
      ['&q=Ad', ['Ada']],
    ] as const)
      assert.deepEqual(await namesOf(root, query), names, query);
    const { body } = await root.get(`${SALES}?sort=-total&count=2&total=true`);
    assert.deepEqual([(body.items as Sale[]).map(({ name }) => name), body.total], [['Ada', 'Ben'], 3]);
    const next = await root.get(
      `${SALES}?sort=-total&count=2&after=${encodeURIComponent(String(body.next))}`,
    );
    assert.deepEqual(
      (next.body.items as Sale[]).map(({ name }) => name),
      ['Cy'],
    );
  });

  it('is expanded, added up and exported', async () => {
    const [first] = await root.list<Record<string, unknown>>(`${SALES}?sort=id&expand=author&count=1`);
    assert.match(JSON.stringify(first), /"author":\{"id":\d+,"name":"Ada"/);
    const { body } = await root.get(`${SALES}/aggregate?select=count,sum.total`);
    assert.deepEqual(body.items, [{ group: {}, count: 3, sum: { total: '19.75' } }]);
    const csv = await root.get(`${SALES}/export?format=csv&fields=id,name,total&sort=name`);
    assert.deepEqual(csv.text.trim().split('\r\n'), [
      'id,name,total',
      `${ada},Ada,12.75`,
      `${ben},Ben,7.00`,
      `${cy},Cy,0.00`,
    ]);
  });

  it('is never stale, and sees no deleted records', async () => {
    const total = async () => (await root.read<Sale>(`${SALES}/${cy}`)).total;
    const made = await root.make('/v1/article', { title: 'New', author: cy, state: 'sold', price: '3.00' });
    assert.equal(await total(), '3.00');
    await root.done(`PATCH /v1/article/${made}`, { price: '4.00' });
    assert.equal(await total(), '4.00');
    await root.done(`DELETE /v1/article/${made}`);
    assert.equal(await total(), '0.00');
    const gone = await root.make('/v1/author', { name: 'Dee' });
    assert.ok((await namesOf(root)).includes('Dee'));
    await root.done(`DELETE /v1/author/${gone}`);
    assert.ok(!(await namesOf(root)).includes('Dee'));
    assert.equal((await root.get(`${SALES}/${gone}`)).status, 404);
  });

  it('refers to records without keeping them', async () => {
    const free = await root.make('/v1/author', { name: 'Eve' });
    const { body } = await root.get(`/api/v1/author/${free}/usage`);
    assert.deepEqual(body.items, []);
    await root.done(`DELETE /v1/author/${free}`);
  });
});

describe('the rules of a query', () => {
  for (const [name, who, seen] of [
    ['a member', member, ['Ben', 'Cy']],
    ['a reader', reader, ['Ada', 'Ben', 'Cy']],
  ] as const)
    it(`leave ${name} the records ${seen.join(', ')}, everywhere`, async () => {
      assert.deepEqual(await namesOf(who), seen);
      assert.equal((await who.get(`${SALES}/${ada}`)).status, seen.length === 3 ? 200 : 404);
      const { body } = await who.get(`${SALES}/aggregate?select=count`);
      assert.deepEqual(body.items, [{ group: {}, count: seen.length }]);
      const { text } = await who.get(`${SALES}/export?format=jsonl`);
      assert.equal(text.includes('Ada'), seen.length === 3);
      assert.equal((await who.get(`${SALES}?total=true&count=1`)).body.total, seen.length);
    });

  it('leave nobody without a sign-in anything', async () => {
    for (const path of ['', `/${ada}`, '/aggregate', '/export'])
      assert.equal((await nobody.get(`${SALES}${path}`)).status, 401, path);
  });

  it('hide a field from lists, records, filters, sorts and exports', async () => {
    for (const path of [`?sort=id`, `/${ben}`, '/export?format=json', '/export?format=csv'])
      for (const [who, isSeen] of [
        [clerk, true],
        [reader, false],
        [member, false],
      ] as const)
        assert.equal((await who.get(`${SALES}${path}`)).text.includes('street'), isSeen, path);
    for (const query of ['sort=address', 'filter[address][starts]=A', 'fields=address', 'search=street'])
      assert.ok([400, 422].includes((await reader.get(`${SALES}?${query}`)).status), query);
  });

  it('bound keys', async () => {
    const keys = keysOf(app);
    const groupId = await app.groupWith('sale.all');
    const all = await keys.program({}, [groupId]);
    const limited = async (name: string) => {
      const { owner } = await keys.program({}, [groupId]);
      const body = { user_id: owner.id, name, collections: [name] };
      return app.as((await root.done<{ key: string }>('POST /api/cms/key', body)).key);
    };
    const [other, own] = [await limited('author'), await limited('sale')];
    assert.deepEqual(
      [(await all.get(SALES)).status, (await own.get(SALES)).status, (await other.get(SALES)).status],
      [200, 200, 403],
    );
  });
});

describe('nothing of a query', () => {
  it('is written, by anybody, on any way', async () => {
    for (const request of [
      `POST ${SALES}`,
      `PUT ${SALES}/${ada}`,
      `PATCH ${SALES}/${ada}`,
      `DELETE ${SALES}/${ada}`,
      `PUT ${SALES}`,
      `POST ${SALES}/bulk`,
      `POST ${SALES}/import`,
    ]) {
      const { status } = await root.ask(request, { name: 'Forged' });
      assert.ok([404, 405].includes(status), `${request}: ${status}`);
    }
    const item = { collection: 'sale', action: 'update', id: ada, values: { name: 'Forged' } };
    const { status } = await root.post('/api/v1/change-set', { title: 'Forged', items: [item] });
    assert.ok(status >= 400 && status < 500, String(status));
    assert.deepEqual((await namesOf(root)).includes('Forged'), false);
  });

  it('has a past, a trash or drafts', async () => {
    for (const path of [`/${ada}/history`, '/trash', `/${ada}/usage`, `?version=draft`, `/${ada}?as_of=1`])
      assert.ok([400, 404, 405, 422].includes((await root.get(`${SALES}${path}`)).status), path);
  });

  it('is in descriptions as more than reading', async () => {
    const definitions = await root.list<{ name: string; actions: object }>('/cms/definition');
    const sale = definitions.find(({ name }) => name === 'sale');
    assert.deepEqual(Object.keys(sale?.actions ?? {}).sort(), ['aggregate', 'export', 'list', 'read']);
    const { body } = await root.get('/api/openapi.json');
    const paths = body.paths as Record<string, object>;
    assert.deepEqual(Object.keys(paths['/v1/sale'] ?? {}), ['get']);
    assert.deepEqual(Object.keys(paths['/v1/sale/{id}'] ?? {}), ['get']);
  });
});
