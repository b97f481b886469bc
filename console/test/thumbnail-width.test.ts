import assert from 'node:assert/strict';
import { it } from 'node:test';
import { thumbnailWidth } from '../src/form/thumbnail-width.ts';

for (const [widths, wanted, width] of [
  [[160, 320, 640], 320, 320],
  [[640, 160], 200, 640],
  [[64, 100], 320, 100],
  [[], 320, undefined],
] as const)
  it(`takes ${width} of ${widths.join(', ') || 'none'} where ${wanted} is wanted`, () => {
    assert.equal(thumbnailWidth(widths, wanted), width);
  });
