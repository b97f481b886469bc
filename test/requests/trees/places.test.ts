import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Revision } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const { root } = app;

const make = (title: string, parent?: number) => root.make('/v1/page', { title, parent: parent ?? null });
const parentOf = async (id: number) => (await root.read(`/v1/page/${id}`)).parent;

/** Pages under each other, the first at the top. */
async function line(titles: string): Promise<number[]> {
  const ids: number[] = [];
  for (const title of titles) ids.push(await make(title, ids.at(-1)));
  return ids;
}

/** A line with this many levels, made by one request a level. */
async function deep(levels: number): Promise<number[]> {
  const ids: number[] = [];
  for (let level = 1; level <= levels; level += 1) ids.push(await make(String(level), ids.at(-1)));
  return ids;
}

/** What is refused of a write. */
async function refusalOf(request: string, body: unknown) {
  const { status, body: answer } = await root.ask<{
    code: number;
    fields?: Record<string, { code: string }>;
  }>(request, body);
  return [status, answer.code, answer.fields?.parent?.code];
}

const CIRCLE = [400, 10030, 'belowItself'];
const TOO_DEEP = [400, 10030, 'tooDeepInTree'];

describe('a circle is refused', () => {
  for (const [what, moved, to] of [
    ['a page under itself', 0, 0],
    ['a page under its child', 0, 1],
    ['a page under what is far below it', 0, 3],
    ['a page in the middle', 1, 2],
  ] as const)
    for (const [how, bodyOf] of [
      ['PATCH', (parent: number) => ({ parent })],
      ['PUT', (parent: number) => ({ title: 'x', parent })],
    ] as const)
      it(`${what}, by ${how}`, async () => {
        const ids = await line('abcd');
        const before = await parentOf(ids[moved] ?? 0);
        const refused = await refusalOf(`${how} /v1/page/${ids[moved]}`, bodyOf(ids[to] ?? 0));
        assert.deepEqual(refused, CIRCLE);
        assert.equal(await parentOf(ids[moved] ?? 0), before);
      });

  it('in both languages, by name of the field', async () => {
    const [a, b] = await line('ab');
    const { body } = await root.patch<{ fields: { parent: { message: string } } }>(
      `/v1/page/${a}`,
      { parent: b },
      { headers: { 'accept-language': 'en' } },
    );
    assert.equal(body.fields.parent.message, 'would put the record below itself');
  });

  it('by bulk, and nothing of it is done', async () => {
    const [a, b, c] = await line('abc');
    const answer = await root.post('/v1/page/bulk', {
      items: [
        { action: 'update', id: c, values: { parent: null } },
        { action: 'update', id: a, values: { parent: b } },
      ],
    });
    assert.deepEqual([answer.status, await parentOf(c ?? 0)], [400, b]);
  });

  it('by own steps of bulk: an exchange goes by way of the top', async () => {
    const [a, b] = await line('ab');
    await root.done('POST /v1/page/bulk', {
      items: [
        { action: 'update', id: b, values: { parent: null } },
        { action: 'update', id: a, values: { parent: b } },
      ],
    });
    assert.deepEqual([await parentOf(a ?? 0), await parentOf(b ?? 0)], [b, null]);
  });
});

describe('a branch moves', () => {
  it('as one record, with all that is below it', async () => {
    const [a, b, c] = await line('abc');
    const other = await make('other');
    await root.done(`PATCH /v1/page/${b}`, { parent: other });
    assert.deepEqual([await parentOf(b ?? 0), await parentOf(c ?? 0)], [other, b]);
    const below = async (id?: number) =>
      (await root.list(`/v1/page?filter[parent][below]=${id}`)).map(({ id: one }) => one);
    assert.deepEqual(await below(a), []);
    assert.deepEqual(new Set(await below(other)), new Set([b, c]));
  });

  it('to the end of the list that it comes into', async () => {
    const [a, b] = [await make('a'), await make('b')];
    const [one, two] = [await make('one', a), await make('two', b)];
    await root.done(`POST /v1/page/${await make('three', b)}/move`, { before: two });
    await root.done(`PATCH /v1/page/${one}`, { parent: b });
    const children = await root.list(`/v1/page?filter[parent][eq]=${b}&sort=place`);
    assert.deepEqual(
      children.map(({ title }) => title),
      ['three', 'two', 'one'],
    );
    const { expanded } = await root.read<{ expanded: { children: readonly { title: string }[] } }>(
      `/v1/page/${b}?expand=children`,
    );
    assert.deepEqual(
      expanded.children.map(({ title }) => title),
      ['three', 'two', 'one'],
    );
  });
});

describe('a tree has a hundred levels', async () => {
  const ids = await deep(100);
  const [last, one] = [ids[99] ?? 0, ids[1] ?? 0];

  it('and no more', async () => {
    assert.deepEqual(await refusalOf('POST /v1/page', { title: 'x', parent: last }), TOO_DEEP);
    assert.equal((await root.list(`/v1/page?filter[parent][below]=${ids[0]}&count=100`)).length, 99);
    assert.equal((await root.list(`/v1/page?filter[parent][above]=${last}&count=100`)).length, 99);
  });

  it('counted to the deepest page of a branch', async () => {
    const [top] = await line('xyz');
    assert.deepEqual(await refusalOf(`PATCH /v1/page/${top}`, { parent: ids[97] }), TOO_DEEP);
    await root.done(`PATCH /v1/page/${top}`, { parent: ids[96] });
    assert.deepEqual(await refusalOf(`PATCH /v1/page/${one}`, { parent: await make('y', ids[0]) }), TOO_DEEP);
  });

  it('also by what comes back', async () => {
    const [top, below] = await line('xy');
    await root.done(`DELETE /v1/page/${below}`);
    await root.done(`PATCH /v1/page/${top}`, { parent: ids[98] });
    const { status, body } = await root.post(`/v1/page/trash/${below}/restore`);
    assert.equal(status, 409, JSON.stringify(body));
    await root.done(`PATCH /v1/page/${top}`, { parent: ids[97] });
    await root.done(`POST /v1/page/trash/${below}/restore`);
  });

  it('also of many pages at once', async () => {
    const { body } = await root.post<{ rows: readonly { index: number; fields: object }[] }>(
      '/v1/page/bulk',
      { items: [ids[3], last].map((parent) => ({ action: 'create', values: { title: 'x', parent } })) },
    );
    assert.match(JSON.stringify(body), /tooDeepInTree/);
    assert.equal((await root.list(`/v1/page?filter[parent][eq]=${ids[3]}`)).length, 1);
  });
});

describe('what is taken back', () => {
  it('exchanges places again', async () => {
    const [a, b] = await line('ab');
    const since = Date.now();
    await root.done('POST /v1/page/bulk', {
      items: [
        { action: 'update', id: b, values: { parent: null } },
        { action: 'update', id: a, values: { parent: b } },
      ],
    });
    const { expected } = await root.done('POST /cms/undo/preview', { since });
    await root.done('POST /cms/undo', { since, expected });
    assert.deepEqual([await parentOf(a ?? 0), await parentOf(b ?? 0)], [null, a]);
  });

  it('closes no circle', async () => {
    const [a, b] = [await make('a'), await make('b')];
    await root.done(`PATCH /v1/page/${a}`, { parent: b });
    const [{ id: revision } = { id: 0 }] = await root.list<Revision>(`/v1/page/${a}/history`);
    await root.done(`PATCH /v1/page/${a}`, { parent: null });
    await root.done(`PATCH /v1/page/${b}`, { parent: a });
    const { status } = await root.post(`/v1/page/${a}/history/${revision}/restore`);
    assert.deepEqual([status, await parentOf(a)], [400, null]);
  });
});

describe('what is deleted', () => {
  it('is refused while something stands below it', async () => {
    const [a, b] = await line('ab');
    assert.equal((await root.delete(`/v1/page/${a}`)).status, 403);
    await root.done(`DELETE /v1/page/${b}`);
    await root.done(`DELETE /v1/page/${a}`);
  });

  it('takes its branch along, and comes back with it', async () => {
    const ids: number[] = [];
    for (const name of 'abcd') ids.push(await root.make('/v1/branch', { name, root: ids.at(-1) ?? null }));
    const [a, b, c, d] = ids;
    const there = async () => (await root.list(`/v1/branch?filter[root][below]=${a}`)).length;
    await root.done(`DELETE /v1/branch/${b}`);
    assert.equal(await there(), 0);
    await root.done(`POST /v1/branch/trash/${b}/restore`);
    assert.equal(await there(), 3);
    assert.deepEqual(
      (await root.list(`/v1/branch?filter[root][above]=${d}`)).map(({ id }) => id).toSorted(),
      [a, b, c],
    );
  });

  it('leaves its children at the top if it is detached', async () => {
    const a = await root.make('/v1/shelf', { name: 'a' });
    const b = await root.make('/v1/shelf', { name: 'b', within: a });
    const c = await root.make('/v1/shelf', { name: 'c', within: b });
    await root.done(`DELETE /v1/shelf/${a}`);
    assert.equal((await root.read(`/v1/shelf/${b}`)).within, null);
    assert.equal((await root.list(`/v1/shelf?filter[within][below]=${b}`)).at(0)?.id, c);
  });

  it('is not below or above anything', async () => {
    const [a, b, c] = await line('abc');
    await root.done(`DELETE /v1/page/${c}`);
    assert.deepEqual(await root.list(`/v1/page?filter[parent][above]=${c}`), []);
    assert.deepEqual(
      (await root.list(`/v1/page?filter[parent][below]=${a}`)).map(({ id }) => id),
      [b],
    );
  });
});

describe('a move into a list that the caller may not see', async () => {
  const [owner, other] = [await app.person(), await app.person()];
  const add = (by: Pick<Client, 'make'>, values: object) => by.make('/v1/page', { title: 'x', ...values });
  const hidden = await add(owner, { is_hidden: true });
  const [moved, outside] = [await add(other, {}), await add(other, {})];
  const below = await add(root, { parent: moved, is_hidden: true });
  const inside = await add(root, { parent: hidden });
  for (const place of [
    { to: 'first' },
    { to: 'last' },
    { before: inside },
    { after: inside },
    { before: outside },
    { after: moved },
  ])
    it(`is refused like one into a missing list: ${Object.keys(place)}`, async () => {
      const missing = 987_654;
      const refusal = async (within: number) => {
        const { status, text } = await other.post(`/v1/page/${moved}/move`, { ...place, within });
        return [status, text.replaceAll(new RegExp(`\\b${within}\\b`, 'g'), '…')];
      };
      const expected = await refusal(missing);
      assert.equal(expected[0], 400);
      for (const within of [hidden, below]) assert.deepEqual(await refusal(within), expected);
    });
});
