import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import type { Window } from './quota.collection.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

const LENGTHS = { minute: 60_000, hour: HOUR_MS, day: DAY_MS };

/** The window that holds a time: a minute, hour, day or month in UTC, the same for every process. */
export function windowAt(window: Window, now: number): Span {
  if (window !== 'month') {
    const start = now - (now % LENGTHS[window]);
    return { start, end: start + LENGTHS[window] };
  }
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}
