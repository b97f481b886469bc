import type { Period } from '../../api/admin/log.ts';

const DAY_MS = 86_400_000;

/** The last days, including those without activity, in the reader's time zone (`offset` in minutes). */
export function daysUpTo(
  now: number,
  { periods, count, offset }: { periods: readonly Period[]; count: number; offset: number },
): Period[] {
  const ahead = offset * 60_000;
  const today = Math.floor((now + ahead) / DAY_MS) * DAY_MS - ahead;
  return Array.from({ length: count }, (_, index) => {
    const time = today - (count - 1 - index) * DAY_MS;
    return periods.find((one) => one.time === time) ?? { time, done: 0, refused: 0 };
  });
}
