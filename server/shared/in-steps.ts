import { setTimeout as wait } from 'node:timers/promises';

const LEAST_PAUSE_MS = 10;
/** Of five moments, other work has at least four. */
const PAUSES = 4;

/** Repeats a step until it answers false. The pause after each is longer than the step, so that it gives way to other work. */
export async function inSteps(step: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const begin = performance.now();
    if (!(await step())) return;
    const took = performance.now() - begin;
    await wait(Math.max(LEAST_PAUSE_MS, PAUSES * took), undefined, { signal });
  }
}
