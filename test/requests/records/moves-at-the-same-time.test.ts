import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { positionBetween } from '../../../server/records/write/order/positions.ts';
import type { AnyRecord } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/arranged' });
const { root } = app;

let count = 0;
const emptyList = () => root.make('/v1/playlist', { name: `list ${++count}` });
const tracksOf = (list: number) =>
  root.list<AnyRecord<{ place: string }>>(`/v1/track?filter[playlist][eq]=${list}&count=100`);

async function filledList(size: number) {
  const list = await emptyList();
  const ids: number[] = [];
  for (let index = 0; index < size; index += 1)
    ids.push(await root.make('/v1/track', { title: String(index), playlist: list }));
  return { list, ids };
}

describe('positions', () => {
  it('stand between the two that they were made for, however often', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 300 }), (places) => {
        const positions: string[] = [];
        for (const chosen of places) {
          const index = chosen % (positions.length + 1);
          const made = positionBetween(positions[index - 1], positions[index]);
          assert.ok(made !== undefined && made.length <= 60);
          positions.splice(index, 0, made);
        }
        assert.deepEqual(positions, positions.toSorted());
        assert.equal(new Set(positions).size, positions.length);
      }),
    );
  });

  it('are bounded where all go to one place', () => {
    let [low, high] = [positionBetween(undefined, undefined), undefined as string | undefined];
    let made = 0;
    for (let turn = 0; ; turn += 1) {
      const next: string | undefined = positionBetween(low, high);
      if (next === undefined) break;
      assert.ok(next.length <= 60);
      [low, high] = turn % 2 === 0 ? [low, next] : [next, high];
      made += 1;
    }
    assert.ok(made > 100, String(made));
  });
});

it('random moves end in the order of a model', async () => {
  const move = fc.record({
    row: fc.nat(5),
    place: fc.constantFrom('before', 'after', 'first', 'last'),
    other: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
      const { list, ids } = await filledList(6);
      let model = ids;
      for (const { row: record, place, other } of moves) {
        const [moved, beside] = [ids[record] ?? 0, ids[other] ?? 0];
        const isEnd = place === 'first' || place === 'last';
        await root.done(`POST /v1/track/${moved}/move`, isEnd ? { to: place } : { [place]: beside });
        if (!isEnd && moved === beside) continue;
        const rest = model.filter((id) => id !== moved);
        const at = {
          first: 0,
          last: rest.length,
          before: rest.indexOf(beside),
          after: rest.indexOf(beside) + 1,
        };
        model = rest.toSpliced(at[place], 0, moved);
      }
      assert.deepEqual(
        (await tracksOf(list)).map(({ id }) => id),
        model,
      );
    }),
    { numRuns: 10 },
  );
});

it('moves at the same time lose no record and share no position', async () => {
  const { list, ids } = await filledList(8);
  const moves = Array.from({ length: 40 }, (_, index) => {
    const [moved, beside] = [ids[index % 8] ?? 0, ids[(index * 3 + 1) % 8] ?? 0];
    const body = [{ before: beside }, { after: beside }, { to: 'first' }, { to: 'last' }][index % 4];
    return root.post(`/v1/track/${moved}/move`, body);
  });
  const made = Array.from({ length: 8 }, () => root.make('/v1/track', { title: 'new', playlist: list }));
  for (const { status, text } of await Promise.all(moves)) assert.equal(status, 200, text);
  await Promise.all(made);
  const tracks = await tracksOf(list);
  assert.equal(new Set(tracks.map(({ id }) => id)).size, 16);
  assert.equal(new Set(tracks.map(({ place }) => place)).size, 16);
});

it('moves to one place at the same time all stand there', async () => {
  const { list, ids } = await filledList(8);
  const [first = 0, second = 0, ...others] = ids;
  await Promise.all(
    others.map((id, index) =>
      root.done(`POST /v1/track/${id}/move`, index % 2 === 0 ? { after: first } : { before: second }),
    ),
  );
  const ordered = (await tracksOf(list)).map(({ id }) => id);
  assert.deepEqual([ordered.at(0), ordered.at(-1)], [first, second]);
});

it('a repeated move is done once', async () => {
  const { list, ids } = await filledList(3);
  const send = () =>
    app.request('POST', `/v1/track/${ids[0]}/move`, {
      token: root.access,
      body: { to: 'last' },
      headers: { 'idempotency-key': 'move-once' },
    });
  assert.equal((await send()).status, 200);
  await root.done(`POST /v1/track/${ids[0]}/move`, { to: 'first' });
  assert.equal((await send()).headers['idempotency-replayed'], 'true');
  assert.equal((await tracksOf(list)).at(0)?.id, ids[0]);
});
