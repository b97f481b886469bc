import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf, unavailable } from '../../database/retrying.ts';
import type { Probe } from './probes.ts';

export interface Terms {
  /** For how long after a success probes that take too long are taken to be merely busy. */
  readonly patienceMs: number;
  readonly withinMs?: number;
  /** However often it is asked, the probes run once in this time. */
  readonly holdsForMs?: number;
}

interface Look {
  readonly time: number;
  readonly failure?: { readonly cause: unknown };
}

/**
 * Checks that all probes succeed, soon; throws what the first of them throws, or `unavailable` if they take too long.
 */
export function makeReadiness(
  probes: readonly Probe[],
  { patienceMs, withinMs = 2000, holdsForMs = 2000 }: Terms,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let latest: Look | undefined;
  let succeeded = Number.NEGATIVE_INFINITY;
  const look = async () => {
    try {
      for (const probe of probes) await probe();
      succeeded = performance.now();
      latest = { time: succeeded };
    } catch (cause) {
      latest = { time: performance.now(), failure: { cause } };
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (!latest || performance.now() - latest.time > holdsForMs) {
      running ??= look();
      const isInTime = await inTime(running, withinMs);
      if (!isInTime && performance.now() - succeeded <= patienceMs) return;
      if (!isInTime) throw unavailable('the probes take too long', reasonOf('slow'));
    }
    if (latest?.failure) throw latest.failure.cause;
  };
}

/** Whether the work ends in time. */
async function inTime(work: Promise<void>, withinMs: number): Promise<boolean> {
  const late = new AbortController();
  const isLate = wait(withinMs, false, { signal: late.signal }).catch(() => false);
  return Promise.race([work.then(() => true), isLate]).finally(() => late.abort());
}
