import { language } from './index.ts';

/** A time of the past or future, to the minute or second, in the reader's zone. */
export function momentText(time: number, to: 'minute' | 'second' = 'minute'): string {
  const timeStyle = to === 'minute' ? 'short' : 'medium';
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle });
  return Number.isFinite(time) ? format.format(time) : String(time);
}

/** The day of a time of the past or future, in the reader's zone. */
export function dayText(time: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(time);
}
