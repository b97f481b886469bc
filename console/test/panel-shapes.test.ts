import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pointsOf, sharesOf } from '../src/pages/home/panels/panel-shapes.ts';

const of = (...values: (string | null)[]) => values.map((value) => ({ value }));
const size = { width: 100, height: 10 };

it('bars are as long as their share of the longest', () => {
  assert.deepEqual(sharesOf(of('10.00', '5', null, '-3')), [100, 50, 0, 0]);
  assert.deepEqual(sharesOf(of('0', '0')), [0, 0]);
  assert.deepEqual(sharesOf([]), []);
});

it('a line goes from left to right, higher for more', () => {
  assert.equal(pointsOf(of('0', '5', '10'), size), '0,10 50,5 100,0');
  assert.equal(pointsOf(of('-5', '5'), size), '0,10 100,0');
  assert.equal(pointsOf(of('4'), size), '0,0 100,0');
  assert.equal(pointsOf(of('0', null), size), '0,10 100,10');
});
