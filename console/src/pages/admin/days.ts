import type { Period } from '../../api/log.ts';

const DAYS = 30;

/** The last 30 days of this reader, those without a line included. */
export function toDays(periods: readonly Period[], now: number): Period[] {
  const known = new Map(periods.map((period) => [midnight(new Date(period.time), 0), period]));
  return Array.from({ length: DAYS }, (_, index) => {
    const time = midnight(new Date(now), index - DAYS + 1);
    return { done: 0, refused: 0, ...known.get(time), time };
  });
}

function midnight(day: Date, later: number): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
}
