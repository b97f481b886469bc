/** A month such as `2026-05`, as addresses have it. */
export function monthOf(date: Date): string {
  return dayOf(date).slice(0, 7);
}

/** The day of a moment where the reader is, such as `2026-05-13`. */
export function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** Reads the month from an address; falls back to the current month. */
export function readMonth(text: string | undefined, now: Date): string {
  return text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(now);
}

/** The month that begins some months later. */
export function laterMonth(month: string, months: number): string {
  return monthOf(dateIn(month, 1, months));
}

/** The days of the weeks that hold a month. `first` is the first day of a week, from 1 for Monday to 7. */
export function daysAround(month: string, first: number): Date[] {
  const before = (dateIn(month, 1).getDay() - (first % 7) + 7) % 7;
  const length = dateIn(month, 0, 1).getDate();
  const weeks = Math.ceil((before + length) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) => dateIn(month, index + 1 - before));
}

/** A day of a month; days beyond its ends are those of its neighbours. */
function dateIn(month: string, day: number, months = 0): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1 + months, day);
}
