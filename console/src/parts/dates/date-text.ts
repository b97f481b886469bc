import { type DateValue, parseDate, parseDateTime } from '@internationalized/date';
import { type Granularity, LETTERS } from './local-moment.ts';

/** The date that a text says; undefined if it says none, or one that would be shown as another, as those of the year 0. */
export function dateOf(text: string, granularity: Granularity): DateValue | undefined {
  if (text === '') return undefined;
  try {
    const date = granularity === 'day' ? parseDate(text) : parseDateTime(text);
    return textOf(date, granularity) === text ? date : undefined;
  } catch {
    return undefined;
  }
}

/** A date as boxes of browsers write it: `2026-05-17`, or with a time `2026-05-17T14:30`. */
export function textOf(date: DateValue | undefined, granularity: Granularity): string {
  return date?.toString().slice(0, LETTERS[granularity]) ?? '';
}
