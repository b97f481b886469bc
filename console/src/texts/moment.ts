import { language } from './index.ts';

/** A time of the past or future, to the minute, in the reader's zone. */
export function momentText(time: number): string {
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' });
  return Number.isFinite(time) ? format.format(time) : String(time);
}

/** The day of a time of the past or future, in the reader's zone. */
export function dayText(time: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(time);
}
