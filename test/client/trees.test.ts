import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { systemContext } from '../../server/records/store/write-context.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openClient } from '../support/library-client.ts';

const { app, base, Quire } = await openClient('test/content/trees');
const client = new Quire({ base });
const call = callOf(client);
const own = new RecordsScope(app.server.store.placeOf(systemContext('test'))).records;

before(() => client.signIn('root', PASSWORD));

describe('a branch', async () => {
  const ids: number[] = [];
  for (const title of 'abc') ids.push(await app.root.make('/v1/page', { title, parent: ids.at(-1) ?? null }));
  const [a = 0, b = 0, c = 0] = ids;

  it('is found by the client', async () => {
    const { items } = (await call('page', 'list', {
      filter: { parent: { below: String(a) } },
      sort: 'id',
    })) as { items: readonly { id: string }[] };
    assert.deepEqual(
      items.map(({ id }) => id),
      [String(b), String(c)],
    );
  });

  it('is found by own code, and what is above a record', async () => {
    const below = await own.where('page', { parent: { below: BigInt(a) } });
    const above = await own.where('page', { parent: { above: BigInt(c) } });
    assert.deepEqual(
      [below, above].map((records) => records.map(({ id }) => id)),
      [
        [BigInt(b), BigInt(c)],
        [BigInt(a), BigInt(b)],
      ],
    );
  });

  it('is left upwards by the client', async () => {
    const records = (await call('page', 'ancestors', String(c), { fields: ['title'] })) as object;
    assert.deepEqual(records, [
      { id: String(a), title: 'a', parent: null },
      { id: String(b), title: 'b', parent: String(a) },
    ]);
  });

  it('closes no circle by own code', async () => {
    await assert.rejects(own.update('page', BigInt(a), { parent: BigInt(c) }), /parent/);
  });
});

it('a definition as data tells the tree', async () => {
  const { fields } = await app.root.read<{
    fields: readonly { name: string; tree?: boolean; filters: readonly string[] }[];
  }>('/cms/definition/page');
  const trees = fields.filter(({ tree }) => tree);
  assert.deepEqual(
    trees.map(({ name, filters }) => [name, filters.slice(-2)]),
    [['parent', ['below', 'above']]],
  );
  for (const { tree, filters } of fields) if (!tree) assert.ok(!filters.includes('below'));
});
