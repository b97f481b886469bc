import assert from 'node:assert/strict';
import { it } from 'node:test';
import { movedIn } from '../src/form/order-by-hand.ts';

it('tells which one was moved, in both directions', () => {
  const before = ['1', '2', '3', '4'];
  assert.equal(movedIn(before, ['4', '1', '2', '3']), '4');
  assert.equal(movedIn(before, ['2', '3', '4', '1']), '1');
  assert.equal(movedIn(before, ['1', '3', '4', '2']), '2');
  assert.equal(movedIn(before, before), undefined);
});

it('tells one of two that changed places', () => {
  assert.ok(['2', '3'].includes(movedIn(['1', '2', '3'], ['1', '3', '2']) ?? ''));
});
