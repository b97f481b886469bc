const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
/** Further off than this, a date says more. */
const MOST_DAYS = 7;

/** A past time as relative text, or as a date if it is long ago. */
export function agoText(time: number, now: number, language: string): string {
  return distanceText(time, { far: Math.max(0, now - time), sign: -1, language });
}

/** A future time as relative text, or as a date if it is far off. */
export function leftText(time: number, now: number, language: string): string {
  return distanceText(time, { far: Math.max(0, time - now), sign: 1, language });
}

function distanceText(
  time: number,
  { far, sign, language }: { readonly far: number; readonly sign: -1 | 1; readonly language: string },
): string {
  if (far > MOST_DAYS * STEPS[0][1])
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = STEPS.find(([, length]) => far >= length) ?? ['second', Number.POSITIVE_INFINITY];
  return words.format(sign * Math.floor(far / size) || 0, unit);
}
