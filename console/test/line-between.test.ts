import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lineBetween } from '../src/pages/relations/line-between.ts';

const box = (left: number, top: number) => ({ left, right: left + 100, top, bottom: top + 30 });

it('draws a curve between what stands beside each other, in both directions', () => {
  assert.equal(lineBetween(box(0, 0), box(160, 50), 8), 'M100 15C130 15 130 65 160 65');
  assert.equal(lineBetween(box(160, 50), box(0, 0), 8), 'M160 65C130 65 130 15 100 15');
});

it('goes around the edge between what stands below each other, on either side of the page', () => {
  assert.equal(lineBetween(box(24, 0), box(24, 100), 8), 'M24 15H8V115H24');
  assert.equal(lineBetween(box(0, 0), box(0, 100), 116), 'M100 15H116V115H100');
});

it('meets a high box near its top', () => {
  const high = { left: 160, right: 260, top: 0, bottom: 400 };
  assert.equal(lineBetween(box(0, 0), high, 8), 'M100 15C130 15 130 20 160 20');
});
