import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';
import { openClient } from '../../support/library-client.ts';

const graphql = await freshApp({ language: 'en', contentDir: 'test/content/queries', graphql: true });
const { app, base, Quire } = await openClient('test/content/queries');
for (const { root } of [graphql, app]) {
  const author = await root.make('/v1/author', { name: 'Ada', address: 'Ada’s street' });
  for (const price of ['10.50', '2.25'])
    await root.make('/v1/article', { title: 'Sold', author, state: 'sold', price });
}

describe('a query in GraphQL', () => {
  const ALL = '{ sale_list(sort: ["name"]) { nodes { id name total author { name } } } }';

  it('is read with its references', async () => {
    const { sale_list } = await dataOf(graphql.root, ALL);
    assert.deepEqual(sale_list.nodes, [{ id: '1', name: 'Ada', total: '12.75', author: { name: 'Ada' } }]);
  });

  it('follows its rules', async () => {
    const member = await graphql.person();
    assert.deepEqual((await dataOf(member, ALL)).sale_list.nodes, []);
    const hidden = await ask(member, '{ sale_list { nodes { address } } }');
    assert.match(String(hidden.errors?.[0]?.message), /address/);
    assert.ok(!hidden.text.includes('street'));
  });

  it('has no field that writes', async () => {
    const { __schema } = await dataOf(graphql.root, '{ __schema { mutationType { fields { name } } } }');
    const names = (__schema.mutationType.fields as { name: string }[]).map(({ name }) => name);
    assert.ok(names.some((name) => name.includes('article')));
    assert.deepEqual(
      names.filter((name) => name.includes('sale')),
      [],
    );
  });
});

it('records of a query are not commented on or assigned, as they are not kept', async () => {
  const { root } = app;
  const about = { collection: 'sale', record_id: 1 };
  for (const [path, more] of [
    ['/cms/comment', { text: 'Hello' }],
    ['/cms/assignment', { user_id: 1 }],
  ] as const) {
    const refused = await root.post(path, { ...about, ...more });
    assert.deepEqual([refused.status, refused.body.error_code], [400, 10030], refused.text);
    assert.equal((await root.get(`${path}?collection=sale&record_id=1`)).status, 400);
    assert.equal((await root.post(path, { ...about, collection: 'author', ...more })).status, 201);
  }
});

describe('a query in the typed client and own code', () => {
  it('is listed, read and exported by the client', async () => {
    const client = new Quire({ base });
    await client.signIn('root', PASSWORD);
    const sales = client.collections.sale as unknown as Record<
      string,
      (...values: unknown[]) => Promise<{ items: { name: string }[]; name: string; text(): Promise<string> }>
    >;
    assert.deepEqual(
      (await sales.list?.({ sort: 'name' }))?.items.map(({ name }) => name),
      ['Ada'],
    );
    assert.equal((await sales.get?.('1'))?.name, 'Ada');
    assert.match(String(await (await sales.exportFile?.('csv'))?.text()), /Ada/);
  });

  it('is read by own code, which cannot write it', async () => {
    const { store } = app.server;
    const sale = store.catalogue.get('sale');
    const [record] = await store.reads.where(sale, (select) => select.where('name', '=', 'Ada'));
    assert.equal(record?.total, '12.75');
    const context = { actor: { id: 1n, username: 'root' }, requestId: 'test', now: Date.now() };
    await assert.rejects(
      store.write(context, (writes) => writes.create(sale, { name: 'Forged' })),
      /answered by a query, not written/,
    );
  });
});
