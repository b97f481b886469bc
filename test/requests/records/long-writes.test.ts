import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

// Needs a process of its own: it measures how long the event loop is held.

const app = await freshApp({ contentDir: 'test/content/crowd' });

describe('a bulk of rich texts that take long to clean', () => {
  it('leaves the event loop to others in between', async () => {
    const notes = '<b></b><i>x</i>'.repeat(1200);
    const items = Array.from({ length: 50 }, () => ({ action: 'create', values: { notes } }));
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    const before = process.cpuUsage();
    const answer = app.root.post('/v1/article/bulk', { items });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    count();
    assert.equal((await answer).status, 200, (await answer).text.slice(0, 300));
    isDone = true;
    const { user } = process.cpuUsage(before);
    assert.ok(
      turns > user / 1000 / 200,
      `${turns} turns in ${user / 1000} ms, at most ${delay.max / 1e6} ms`,
    );
  });
});
