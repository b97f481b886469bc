import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const { root } = app;

const tops = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => root.make('/v1/branch', { name: String(index) })));
const put = (id = 0, under = 0) => root.patch(`/v1/branch/${id}`, { root: under });
const parents = async () =>
  new Map(
    (await root.list<{ id: number; root: number | null }>('/v1/branch?count=100&sort=-id')).map((record) => [
      record.id,
      record.root,
    ]),
  );

/** Whether every way up from these records ends at the top. */
async function isTree(ids: readonly number[]): Promise<boolean> {
  const parentOf = await parents();
  return ids.every((id) => {
    let at: number | null | undefined = id;
    for (let steps = 0; at && steps <= ids.length; steps += 1) at = parentOf.get(at);
    return !at;
  });
}

it('of two records that go under each other, one is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [a, b] = await tops(2);
    const statuses = (await Promise.all([put(a, b), put(b, a)])).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 400]);
    assert.ok(await isTree([a ?? 0, b ?? 0]));
  }
});

it('of a ring of records, one is refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const ids = await tops(5);
    const moves = ids.map((id, index) => put(id, ids[(index + 1) % ids.length]));
    const statuses = (await Promise.all(moves)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 400]);
    assert.ok(await isTree(ids));
  }
});

it('of two branches that go under the ends of each other, one is refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [a, b, c, d] = await tops(4);
    await Promise.all([put(b, a), put(d, c)]);
    const statuses = (await Promise.all([put(a, d), put(c, b)])).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 400]);
    assert.ok(await isTree([a, b, c, d].map((id) => id ?? 0)));
  }
});

it('moves in all directions leave a tree', async () => {
  const ids = await tops(8);
  const moves = Array.from({ length: 48 }, (_, index) => put(ids[index % 8], ids[(index * 5 + 3) % 8]));
  for (const { status, text } of await Promise.all(moves)) assert.ok([200, 400].includes(status), text);
  assert.ok(await isTree(ids));
});

it('a record that is added below a branch while it sinks stays within the levels', async () => {
  const ids: number[] = [];
  for (let level = 1; level <= 60; level += 1)
    ids.push(await root.make('/v1/branch', { name: 'x', root: ids.at(-1) ?? null }));
  const other: number[] = [];
  for (let level = 1; level <= 40; level += 1)
    other.push(await root.make('/v1/branch', { name: 'y', root: other.at(-1) ?? null }));
  const [sunk, added] = await Promise.all([
    put(other[0], ids.at(-1)),
    root.post('/v1/branch', { name: 'z', root: other.at(-1) }),
  ]);
  assert.deepEqual([sunk.status, added.status].filter((status) => status === 400).length, 1);
});
