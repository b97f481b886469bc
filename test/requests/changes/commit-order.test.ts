import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openServer } from '../../../server/start.ts';
import type { Change, Changes } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

/** A write as its writer knows it: when it was begun and answered, and what the feed must tell of it. */
interface Op {
  readonly begun: number;
  readonly ended: number;
  readonly tells: readonly string[];
}

const app = await freshApp({ contentDir: 'test/content/past' });
/** Databases of tests that are in memory have one server. */
const isAlone = app.server.store.database.engine.isSerial;
const second = isAlone ? app.server : await openServer(app.settings);
after(() => isAlone || second.close());
const authorization = `Bearer ${app.root.access}`;
let clock = 0;

/** Sends a request to one of two servers of the same database. */
async function ask(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
  const { app: at } = randomInt(2) === 0 ? app.server : second;
  const headers = { authorization };
  const sent = { method: method as 'GET', url, headers, ...(body && { payload: body }) };
  const answer = await at.inject(sent);
  assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.body}`);
  return answer.json();
}
const page = async (query: string) => (await ask('GET', `/v1/changes?${query}`)) as unknown as Changes;
const named = (change: Change) => `${change.event} ${change.record} ${change.row}`;

/** Random writes to records of the writer's own, and bulks, which are one transaction each. */
async function write(writer: number, ops: Op[]): Promise<void> {
  const mine: number[] = [];
  for (let step = 0; step < 25; step++) {
    const begun = clock++;
    const note = (...tells: string[]) => ops.push({ begun, ended: clock++, tells });
    const [record] = mine.splice(randomInt(mine.length + 1), 1);
    const dice = randomInt(4);
    if (record === undefined || dice === 0) {
      const { id } = await ask('POST', '/v1/stamp', { word: `w${writer}` });
      mine.push(Number(id));
      note(`created stamp ${id}`);
    } else if (dice === 1) {
      await ask('DELETE', `/v1/stamp/${record}`);
      note(`deleted stamp ${record}`);
    } else if (dice === 2) {
      mine.push(record);
      const items = ['a', 'b', 'c', 'd'].map((letter) => ({
        action: 'create',
        values: { name: `${writer} ${step} ${letter}` },
      }));
      const made = await ask('POST', '/v1/shelf/bulk', { items });
      note(...(made.items as { id: number }[]).map(({ id }) => `created shelf ${id}`));
    } else {
      mine.push(record);
      await ask('PATCH', `/v1/stamp/${record}`, { word: `${step}` });
      note(`updated stamp ${record}`);
    }
  }
}

/** Reads while others write, in pages of random length, and now and then forgets the last of them and begins there anew. */
async function follow(start: string, isOver: () => boolean): Promise<string[]> {
  const read: { readonly after: string; readonly items: readonly string[] }[] = [];
  let next = start;
  for (let rest = 2; rest > 0; ) {
    await nextTurn(); // requests that are injected leave writers no turn of their own
    const { items, next: end, more } = await page(`after=${next}&count=${randomInt(1, 12)}`);
    read.push({ after: next, items: items.map(named) });
    next = end;
    if (read.length > 3 && randomInt(6) === 0) next = read.splice(-randomInt(1, 3))[0]?.after ?? next;
    else if (isOver() && !more && items.length === 0) rest -= 1;
  }
  return read.flatMap(({ items }) => items);
}

describe('the order of the feed', () => {
  it('is that of commits, for readers that resume anywhere while two servers write', async () => {
    let start = (await page('count=500')).next;
    while ((await page(`after=${start}`)).items.length > 0) start = (await page(`after=${start}`)).next;
    const ops: Op[] = [];
    let isOver = false;
    const readers = [1, 2].map(() => follow(start, () => isOver));
    await Promise.all([1, 2, 3, 4, 5].map((writer) => write(writer, ops)));
    isOver = true;
    const [told = [], other] = await Promise.all(readers);
    assert.deepEqual(other, told, 'every reader reads the same');

    const wanted = ops.flatMap(({ tells }) => tells);
    assert.deepEqual(told.toSorted(), wanted.toSorted(), 'everything once');
    const places = new Map<string, number[]>();
    told.forEach((one, index) => void places.set(one, [...(places.get(one) ?? []), index]));
    const placed = ops.map(({ begun, ended, tells }) => {
      const at = tells.map((one) => places.get(one)?.shift() ?? -1); // of one record, ops are in the order of their writer
      assert.deepEqual(
        at,
        at.map((_, index) => (at[0] ?? 0) + index),
        'a transaction is told in one piece',
      );
      return { begun, ended, at: at[0] ?? 0 };
    });
    const inOrder = placed.toSorted((one, two) => one.at - two.at);
    for (const [index, one] of inOrder.entries())
      for (const later of inOrder.slice(index + 1))
        assert.ok(later.ended > one.begun, 'what was answered before another began comes before it');
  });
});
