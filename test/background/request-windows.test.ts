// No engine changes its result: it counts in memory.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestWindows } from '../../server/background/request-windows.ts';

const START = 1_000_000;
const counter = () => new RequestWindows({ most: 2, everyMs: 1000 });

describe('requests in windows of time', () => {
  it('are allowed up to the bound, and again once the window has ended', () => {
    const windows = counter();
    const seen = [0, 1, 999, 1000, 1999, 2000].map((ms) => windows.count('one', START + ms));
    assert.deepEqual(
      seen.map(({ requests, resetMs }) => [requests, resetMs]),
      [
        [1, 1000],
        [0, 999],
        [-1, 1],
        [1, 1000],
        [0, 1],
        [1, 1000],
      ],
    );
  });

  it('of one caller take nothing from another', () => {
    const windows = counter();
    for (let count = 0; count < 5; count += 1) windows.count('one', START);
    assert.equal(windows.count('other', START).requests, 1);
    assert.equal(windows.count('one', START).requests, -4);
  });

  it('are counted anew where the clock was set back', () => {
    const windows = counter();
    for (let count = 0; count < 3; count += 1) windows.count('one', START);
    assert.deepEqual(windows.count('one', START - 3_600_000), { requests: 1, resetMs: 1000 });
  });

  it('leave nothing in memory of callers whose windows have ended', () => {
    const windows = counter();
    for (let caller = 0; caller < 100; caller += 1) windows.count(String(caller), START + caller);
    assert.equal(windows.size, 100);
    windows.count('0', START + 1049);
    assert.equal(windows.size, 51, 'those that began after 49, and the one that began anew');
    windows.count('last', START + 10_000);
    assert.equal(windows.size, 1);
  });
});
