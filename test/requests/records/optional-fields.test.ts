import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/optional' });
const { root } = app;

const full = {
  title: 'title',
  handle: 'handle',
  notes: 'notes',
  body: '<p>body</p>',
  source: 'source',
  pages: 7,
  weight: '1.5000',
  serial: 9,
  printed: true,
  state: 'torn',
  seen_at: 5,
  found_on: '2024-02-29',
  finder: 'a@b.cc',
  page: 'https://a.bc/',
  extra: { a: 1 },
  parent_id: 1,
  others: [1],
};
const names = Object.keys(full);
/** A slug is made where none is sent, so it always has a value. */
const emptied = names.filter((name) => name !== 'handle');
const LISTS: ReadonlySet<string> = new Set(['notes', 'body', 'source', 'extra', 'others']);
const comparable = [...emptied.filter((name) => !LISTS.has(name)), 'cover'];

before(async () => {
  assert.equal(await root.make('/v1/leaflet'), 1);
  assert.equal(await root.make('/v1/leaflet', full), 2);
  await root.done('PATCH /v1/leaflet/1', { ...full, handle: 'a' });
  await root.done(
    'PATCH /v1/leaflet/1',
    Object.fromEntries(emptied.map((name) => [name, name === 'others' ? [] : null])),
  );
});

describe('a field that may hold nothing', () => {
  it('is answered by records, lists and earlier states', async () => {
    const shown = ({ id, create_time, update_time, cover, handle, ...record }: Record<string, unknown>) =>
      record;
    const nothing = Object.fromEntries(emptied.map((name) => [name, name === 'others' ? [] : null]));
    const ways = [
      (id: number) => root.read(`/v1/leaflet/${id}`),
      async (id: number) =>
        (await root.list(`/v1/leaflet?filter[id][eq]=${id}&expand=parent_id,others`))[0] ?? {},
      (id: number) => root.read(`/v1/leaflet/${id}?as_of=${Date.now()}`),
    ];
    for (const way of ways) {
      const { expanded: _, ...empty } = shown(await way(1));
      const { expanded: __, ...held } = shown(await way(2));
      assert.deepEqual([empty, { handle: 'handle', ...held }], [nothing, full]);
    }
  });

  for (const name of comparable)
    it(`orders, groups and measures records: ${name}`, async () => {
      const ids = async (query: string) =>
        (await root.list<{ id: number }>(`/v1/leaflet?${query}`)).map(({ id }) => id);
      assert.deepEqual(await ids(`sort=${name},id&filter[id][in]=1,2`), [1, 2]);
      if (name === 'cover') return;
      assert.deepEqual(await ids(`sort=-${name}`), [2, 1]);
      assert.deepEqual(await ids(`filter[${name}][null]=true`), [1]);
      const measures = name === 'printed' ? 'count' : `count,min.${name},max.${name}`;
      const { items } = await root.read<{ items: Record<string, Record<string, unknown>>[] }>(
        `/v1/leaflet/aggregate?select=${measures}&group=${name}`,
      );
      const value = full[name as keyof typeof full];
      assert.deepEqual(
        items.map(({ group, min }) => [group?.[name], min?.[name] ?? null]),
        [
          [null, null],
          [value, name === 'printed' ? null : value],
        ],
      );
    });

  it('appears in the history, the trash and exports', async () => {
    const history = await root.list<{ changes: Record<string, object> }>('/v1/leaflet/1/history');
    assert.equal(history.length, 3);
    for (const name of emptied.filter((one) => one !== 'others'))
      assert.deepEqual(history[0]?.changes[name], {
        before: full[name as keyof typeof full],
        after: null,
      });
    for (const format of ['csv', 'json', 'jsonl'])
      assert.equal((await root.get(`/v1/leaflet/export?format=${format}`)).status, 200);
    await root.done('PATCH /v1/leaflet/2', { parent_id: null, others: [] });
    await root.done('DELETE /v1/leaflet/1');
    assert.equal((await root.list('/v1/leaflet/trash')).length, 1);
  });
});
