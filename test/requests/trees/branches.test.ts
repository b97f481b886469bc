import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BulkReport, Change } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { changeSets } from '../../support/records/change-sets.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const [author, editor] = [await app.person(), await app.person()];
const { make: propose, submit, approve } = changeSets(author, editor);

const BRANCH = '/v1/branch';
const make = (name: string, root: number | null = null) => author.make(BRANCH, { name, root });
const there = async (id: number) => (await author.get(`${BRANCH}/${id}`)).status === 200;
const rootOf = async (id: number) => (await author.read(`${BRANCH}/${id}`)).root;
const below = async (id: number) =>
  (await author.list<{ id: number }>(`${BRANCH}?filter[root][below]=${id}&sort=id`)).map((one) => one.id);

/** A root with a record below it, and one below that. */
async function line(): Promise<[root: number, middle: number, leaf: number]> {
  const root = await make('root');
  const middle = await make('middle', root);
  return [root, middle, await make('leaf', middle)];
}

type Told = Pick<Change, 'event' | 'row' | 'fields'>;

/** What the feed tells of some work. */
async function toldOf(work: () => Promise<unknown>): Promise<Told[]> {
  const { next } = await author.read<{ next: string }>(`/v1/changes?since=${Date.now() + 3_600_000}`);
  await work();
  const items = await editor.list<Told>(`/v1/changes?record=branch&after=${next}`);
  return items.map(({ event, row: record, fields }) => ({ event, row: record, ...(fields && { fields }) }));
}
const byRecord = (one: Told, other: Told) => one.row - other.row;

describe('the feed tells of a branch', () => {
  it('one change when it moves', async () => {
    const [, middle] = await line();
    const to = await make('elsewhere');
    const told = await toldOf(() => author.done(`PATCH ${BRANCH}/${middle}`, { root: to }));
    assert.deepEqual(told, [{ event: 'updated', row: middle, fields: ['root'] }]);
  });

  it('each record when it is deleted, restored, and when that is taken back', async () => {
    const records = await line();
    const [root] = records;
    const each = (event: string) => records.map((record) => ({ event, row: record }));
    const gone = await toldOf(() => author.done(`DELETE ${BRANCH}/${root}`));
    assert.deepEqual(gone.sort(byRecord), each('deleted'));
    const back = await toldOf(() => author.done(`POST ${BRANCH}/trash/${root}/restore`));
    assert.deepEqual(back.sort(byRecord), each('restored'));
    const { headers } = await author.delete(`${BRANCH}/${root}`);
    const request = headers['x-request-id'];
    const undone = await toldOf(async () => {
      const { expected } = await app.root.done('POST /cms/undo/preview', { request });
      await app.root.done('POST /cms/undo', { request, expected });
    });
    assert.deepEqual(undone.sort(byRecord), each('restored'));
    assert.deepEqual(await below(root), records.slice(1));
  });
});

describe('a change set', () => {
  const move = (id: number, root: unknown) => ({
    record: 'branch',
    action: 'update',
    id,
    values: { root },
  });
  const remove = (id: number) => ({ record: 'branch', action: 'delete', id });
  const apply = async (items: readonly object[]) => {
    const id = await propose(items);
    await submit(id);
    return approve(id);
  };

  it('makes a branch, and moves another one below it', async () => {
    const [root, middle, leaf] = await line();
    const made = { record: 'branch', action: 'create', name: 'top', values: { name: 'top', root } };
    const under = { record: 'branch', action: 'create', values: { name: 'under', root: { $new: 'top' } } };
    const { status, text, body } = await apply([made, under, move(middle, { $new: 'top' })]);
    assert.equal(status, 200, text);
    const top = body.items[0]?.id;
    assert.deepEqual([await rootOf(middle), await rootOf(leaf)], [top, middle]);
    assert.equal((await below(root)).length, 4);
  });

  it('saves from a branch what it moves before it deletes the rest', async () => {
    const [root, middle, leaf] = await line();
    const { status, text } = await apply([move(leaf, null), remove(root)]);
    assert.equal(status, 200, text);
    assert.deepEqual([await there(root), await there(middle), await rootOf(leaf)], [false, false, null]);
  });

  it('that would close a circle, or move what it deletes, is refused when it is made', async () => {
    const [root, middle, leaf] = await line();
    for (const [items, index, status] of [
      [[move(leaf, null), move(root, leaf), move(leaf, middle)], 2, 400],
      [[remove(root), move(leaf, null)], 1, 404],
    ] as const) {
      const answer = await author.post<BulkReport>('/v1/change-set', { title: 'refused', items });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(
        answer.body.items.map((one) => [one.index, one.status]),
        [[index, status]],
      );
    }
    assert.deepEqual(await below(root), [middle, leaf]);
  });

  for (const [what, meanwhile, refused] of [
    [
      'closes a circle',
      (one: number, other: number) => author.done(`PATCH ${BRANCH}/${other}`, { root: one }),
      [[1, 400]],
    ],
    [
      'leads below what is gone',
      (_: number, other: number) => author.done(`DELETE ${BRANCH}/${other}`),
      [
        [0, 400],
        [1, 400],
      ],
    ],
  ] as const)
    it(`that by then ${what} does nothing`, async () => {
      const [one, other, third] = [await make('one'), await make('other'), await make('third')];
      const id = await propose([move(third, other), move(one, other)]);
      await submit(id);
      await meanwhile(one, other);
      const { body } = await approve(id);
      const items = (body as unknown as BulkReport).items;
      assert.deepEqual(
        items.map((item) => [item.index, item.status]),
        refused,
      );
      assert.deepEqual([await rootOf(one), await rootOf(third)], [null, null]);
    });

  it('whose branch has moved meanwhile still moves it', async () => {
    const [root, middle, leaf] = await line();
    const id = await propose([move(leaf, root)]);
    await submit(id);
    await author.done(`PATCH ${BRANCH}/${middle}`, { root: null });
    const { status, text } = await approve(id);
    assert.equal(status, 200, text);
    assert.deepEqual(await below(root), [leaf]);
  });
});
