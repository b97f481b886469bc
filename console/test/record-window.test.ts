import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordPage } from '../src/api/records/record-list.ts';
import { useRowWindow } from '../src/pages/list/row-window.ts';

const pageOf = (from: number, count: number, more: Partial<RecordPage> = {}): RecordPage => ({
  items: Array.from({ length: count }, (_, index) => ({ id: String(from + index) })),
  next: `after ${from + count - 1}`,
  previous: from > 0 ? `before ${from}` : null,
  total: null,
  ...more,
});
/** Answers in the order in which the test lets it. */
function open(most = 1000) {
  const asked: { place: object; count: number; answer: PromiseWithResolvers<RecordPage> }[] = [];
  const records = useRowWindow(
    (place, count) => {
      const answer = Promise.withResolvers<RecordPage>();
      asked.push({ place, count, answer });
      return answer.promise;
    },
    () => most,
  );
  return { ...records, asked, last: () => asked.at(-1)?.answer };
}
const ids = ({ records }: ReturnType<typeof open>) => records.value.map(({ id }) => id).join();

describe('the window of a list', () => {
  it('opens at a place, and grows at both ends by four times what it had', async () => {
    const list = open();
    assert.equal(list.isPending.value, true);
    const opened = list.open({ around: '5' });
    list.last()?.resolve(pageOf(5, 2, { total: 9 }));
    assert.deepEqual([await opened, list.isPending.value, list.total.value], [true, false, 9]);
    const down = list.grow('next');
    list.last()?.resolve(pageOf(7, 2, { next: null }));
    assert.equal(await down, 0);
    const up = list.grow('previous');
    list.last()?.resolve(pageOf(3, 3));
    assert.equal(await up, 2, 'a record that is there already is not shown twice');
    assert.equal(ids(list), '3,4,5,6,7,8');
    assert.deepEqual(
      list.asked.map(({ place, count }) => [place, count]),
      [
        [{ around: '5' }, 100],
        [{ after: 'after 6' }, 400],
        [{ before: 'before 5' }, 1000],
      ],
    );
    assert.deepEqual(list.keep(), { items: list.records.value, next: null, previous: 'before 3', total: 9 });
    assert.equal(await list.grow('next'), 0);
    assert.equal(list.asked.length, 3, 'there is no more');
  });

  it('does not grow while it opens or grows', async () => {
    const list = open();
    const opened = list.open();
    assert.equal(await list.grow('next'), 0);
    list.last()?.resolve(pageOf(0, 2));
    await opened;
    const down = list.grow('next');
    assert.equal(await list.grow('next'), 0);
    list.last()?.resolve(pageOf(2, 1));
    await down;
    assert.deepEqual([ids(list), list.asked.length], ['0,1,2', 2]);
    const again = list.grow('next');
    list.last()?.resolve(pageOf(3, 1));
    await again;
    assert.equal(ids(list), '0,1,2,3');
  });
});

describe('a list that is opened anew', () => {
  it('shows the last place that was asked for, whatever answers first', async () => {
    const list = open();
    const one = list.open({ from: 'a' });
    const two = list.open(async () => ({ from: 'b' }), 300);
    await Promise.resolve();
    await Promise.resolve();
    list.asked[1]?.answer.resolve(pageOf(20, 1));
    assert.equal(await two, true);
    list.asked[0]?.answer.resolve(pageOf(10, 1));
    assert.deepEqual([await one, ids(list)], [false, '20']);
    assert.deepEqual(list.asked[1]?.count, 300);
    const down = list.grow('next');
    const three = list.open();
    list.asked[2]?.answer.resolve(pageOf(30, 1));
    assert.equal(await down, 0);
    list.asked[3]?.answer.resolve(pageOf(0, 1));
    await three;
    assert.equal(ids(list), '0');
  });

  it('reads no place that is found too late, and no more records than a page may have', async () => {
    const list = open(50);
    const found = Promise.withResolvers<object>();
    const one = list.open(() => found.promise);
    const two = list.open();
    found.resolve({ from: 'a' });
    assert.equal(await one, false);
    list.last()?.resolve(pageOf(0, 1));
    assert.deepEqual([await two, list.asked.map(({ count }) => count)], [true, [50]]);
  });

  it('keeps its records when it cannot grow, and none when it cannot open', async () => {
    const list = open();
    const opened = list.open();
    list.last()?.resolve(pageOf(0, 2));
    await opened;
    const down = list.grow('next');
    list.last()?.reject(new Error('gone'));
    assert.equal(await down, 0);
    assert.deepEqual([ids(list), (list.error.value as Error).message], ['0,1', 'gone']);
    const again = list.grow('next');
    list.last()?.resolve(pageOf(2, 1));
    await again;
    assert.deepEqual([ids(list), list.error.value], ['0,1,2', undefined]);
    const anew = list.open();
    list.last()?.reject(new Error('lost'));
    await anew;
    assert.deepEqual(
      [ids(list), list.next.value, list.previous.value, list.isPending.value],
      ['', null, null, false],
    );
  });

  it('is restored as it was, whatever answers later', async () => {
    const list = open();
    const opened = list.open();
    list.restore(pageOf(7, 1));
    list.last()?.resolve(pageOf(0, 2));
    assert.deepEqual([await opened, ids(list), list.isPending.value], [false, '7', false]);
  });
});
