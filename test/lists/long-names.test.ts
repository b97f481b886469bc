import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';

// Names as long as they may be, names that are words of filters, and names that every object has.

const app = await freshApp({ contentDir: 'test/content/names' });
const { nobody, root } = app;
const [one, two] = ['references_with_names_as_long_as_one_may', 'references_with_names_as_long_as_two_may'];
let ids: number[] = [];

const titles = async (query: string) =>
  (await nobody.list<{ title: string }>(`/v1/names?sort=id&${query}`)).map(({ title }) => title);

before(async () => {
  const first = await nobody.make('/v1/names', { title: 'first', null: 'nothing' });
  const second = await nobody.make('/v1/names', { title: 'second', [one]: [first], [two]: [first] });
  ids = [first, second];
});

describe('references to many with long names', () => {
  it('are found, expanded and told', async () => {
    assert.deepEqual(await titles(`filter[${one}][title][eq]=first`), ['second']);
    assert.deepEqual(await titles(`filter[${two}][eq]=${ids[0]}&filter[${one}][null]=false`), ['second']);
    const [, record] = await nobody.list<{ expanded: Record<string, { id: number }[]> }>(
      `/v1/names?sort=id&expand=${one},${two}`,
    );
    assert.deepEqual(
      Object.values(record?.expanded ?? {}).flatMap((found) => found.map(({ id }) => id)),
      [ids[0], ids[0]],
    );
  });

  it('stop a deletion, or let go', async () => {
    const [first, second] = ids;
    const refused = await root.ask(`DELETE /v1/names/${first}`);
    assert.deepEqual([refused.status, refused.body.code], [403, 10070]);
    assert.match(refused.text, new RegExp(two ?? ''));
    await root.done(`PATCH /v1/names/${second}`, { [two ?? '']: [] });
    await root.done(`DELETE /v1/names/${first}`);
    assert.deepEqual((await root.read(`/v1/names/${second}`))[one ?? ''], []);
    await root.done(`POST /v1/names/trash/${first}/restore`);
    await root.done(`PATCH /v1/names/${second}`, { [one ?? '']: [first] });
  });
});

describe('a field named like an operator', () => {
  it('is compared, also behind references', async () => {
    assert.deepEqual(await titles('filter[null][eq]=nothing'), ['first']);
    assert.deepEqual(await titles('filter[null][null]=true'), ['second']);
    assert.deepEqual(await titles(`filter[${one}][null][eq]=nothing`), ['second']);
    assert.deepEqual(await titles(`filter[${one}][null][null]=false`), ['second']);
    assert.deepEqual(await titles(`filter[${one}][null]=true`), ['first']);
  });
});
