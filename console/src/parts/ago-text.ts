const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
/** Longer ago than this, a date says more. */
const MOST_DAYS = 7;

/** How long ago a time is, in words; its date where that is long ago. */
export function agoText(time: number, now: number, language: string): string {
  const passed = Math.max(0, now - time);
  if (passed > MOST_DAYS * STEPS[0][1])
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = STEPS.find(([, length]) => passed >= length) ?? ['second', Number.POSITIVE_INFINITY];
  return words.format(-Math.floor(passed / size) || 0, unit);
}
