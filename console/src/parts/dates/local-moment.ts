/** How exactly a date is picked. */
export type Granularity = 'day' | 'minute' | 'second';

/** How many letters of `2026-05-17T14:30:05` each needs. */
export const LETTERS: Readonly<Record<Granularity, number>> = { day: 10, minute: 16, second: 19 };

/** A time in milliseconds as text, on the clock of the reader. */
export function localText(time: number | undefined, granularity: Granularity = 'second'): string {
  const shifted = new Date((time ?? Number.NaN) - new Date(time ?? 0).getTimezoneOffset() * 60_000);
  return Number.isNaN(shifted.getTime()) ? '' : shifted.toISOString().slice(0, LETTERS[granularity]);
}

/** The milliseconds of a time on the clock of the reader; undefined if the text says none. */
export function timeOf(text: string): number | undefined {
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? undefined : time;
}
