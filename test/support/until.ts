import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/** Longer than a slow, loaded machine takes for anything that a test waits for. */
const BOUND_MS = 300_000;

/** Waits until `isSo` answers true. Fails after a bound that only a defect reaches. */
export async function until(isSo: () => boolean | Promise<boolean>, everyMs = 10): Promise<void> {
  const last = performance.now() + BOUND_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < last, `waited in vain until ${isSo}`);
    await wait(everyMs);
  }
}
