import {
  type CalendarDate,
  type CalendarDateTime,
  type DateValue,
  startOfWeek,
  toCalendarDate,
  toCalendarDateTime,
} from '@internationalized/date';
import type { Granularity } from './local-moment.ts';

/** What people often choose, by name. */
export type PresetName = 'now' | 'anHour' | 'yesterday' | 'today' | 'tomorrow' | 'monday' | 'week';

const MORNING = 9;

/** The presets of a picker, at a moment on the clock of the reader. */
export function presetsAt(now: CalendarDateTime, granularity: Granularity): [PresetName, DateValue][] {
  const today = toCalendarDate(now);
  const tomorrow = today.add({ days: 1 });
  if (granularity === 'day')
    return [
      ['yesterday', today.subtract({ days: 1 })],
      ['today', today],
      ['tomorrow', tomorrow],
      ['week', today.add({ weeks: 1 })],
    ];
  return [
    ['now', now],
    ['anHour', now.add({ hours: 1 })],
    ['tomorrow', morningOf(tomorrow)],
    ['monday', morningOf(startOfWeek(today, 'en', 'mon').add({ weeks: 1 }))],
  ];
}

function morningOf(day: CalendarDate): CalendarDateTime {
  return toCalendarDateTime(day).set({ hour: MORNING });
}
