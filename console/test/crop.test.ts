import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_ZOOM, moved, squareOf, WHOLE, within } from '../src/form/crop.ts';

const wide = { width: 400, height: 200 };

describe('the square of a picture', () => {
  it('is the middle at first', () => {
    assert.deepEqual(squareOf(WHOLE, wide), { left: 100, top: 0, side: 200 });
  });

  it('never leaves the picture', () => {
    assert.deepEqual(squareOf(moved(WHOLE, wide, { dx: -9, dy: 9 }), wide), { left: 200, top: 0, side: 200 });
    assert.deepEqual(squareOf(moved(WHOLE, wide, { dx: 9, dy: 0 }), wide), { left: 0, top: 0, side: 200 });
    assert.equal(within({ ...WHOLE, zoom: 99 }, wide).zoom, MOST_ZOOM);
    assert.equal(within({ ...WHOLE, zoom: 0 }, wide).zoom, 1);
  });

  it('follows the pointer', () => {
    const { left } = squareOf(moved({ ...WHOLE, zoom: 2 }, wide, { dx: 0.5, dy: 0 }), wide);
    assert.equal(left, 100);
  });
});
