import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/engine.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { DAY_MS } from '../../shared/durations.ts';

// Engines know different calendars and zones, or none. So periods are numbered by whole-number arithmetic, which is the same
// everywhere: days since 1970-01-01, ISO weeks since the one that holds it, months and years since the year 0.

/** The periods that moments and dates are gathered by. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** How an engine divides whole numbers and reads them from text. Its division must truncate. */
type Arithmetic = Pick<Engine, 'wholeNumbers'>;
type Sql = RawBuilder<unknown>;

/** Added before a division, so that no moment of a JavaScript Date is negative: division rounds towards zero. */
const SHIFT = { days: 110_000_000, weeks: 16_000_000, eras: 700 };
/** The days, and the months, of 400 years of the Gregorian calendar. */
const ERA = { days: 146_097, months: 4800 };
/** From 0000-03-01 to 1970-01-01. */
const TO_1970 = 719_468;
/** 1970-01-01 was a Thursday. */
const TO_MONDAY = 3;

/** The number of the period that a moment falls into, in a zone. */
export function periodOfTime(engine: Arithmetic, period: Period, moment: Sql, zone: Zone): Sql {
  const local = sql`(${moment} + ${offsetAt(moment, zone)} + ${number(SHIFT.days * DAY_MS)})`;
  const day = sql`(${over(engine, local, DAY_MS)} - ${number(SHIFT.days)})`;
  return periodOfDay(engine, period, day);
}

/** The number of the period of a date, which is kept as text: `2026-05-17`. */
export function periodOfDate(engine: Arithmetic, period: Period, date: Sql): Sql {
  const part = (from: number, length: number) => {
    const text = sql`substr(${date}, ${number(from)}, ${number(length)})`;
    return sql`cast(${text} as ${sql.raw(engine.wholeNumbers.type)})`;
  };
  const [year, month, day] = [part(1, 4), part(6, 2), part(9, 2)];
  if (period === 'year') return year;
  const months = sql`(${year} * 12 + ${month} - 1)`;
  if (period === 'month') return months;
  // Years begin in March, so that a leap day is the last of its year.
  const years = over(engine, sql`(${months} - 2)`, 12);
  const days = over(engine, sql`(153 * (${months} - 2 - 12 * ${years}) + 2)`, 5);
  const leap = sql`${over(engine, years, 4)} - ${over(engine, years, 100)} + ${over(engine, years, 400)}`;
  return periodOfDay(
    engine,
    period,
    sql`(365 * ${years} + ${leap} + ${days} + ${day} - 1 - ${number(TO_1970)})`,
  );
}

/** The name of a period: `2026-05-17`, `2026-W20`, `2026-05`, `2026`. Weeks begin on Monday (ISO 8601). */
export function nameOfPeriod(period: Period, value: number): string {
  if (period === 'year') return yearName(value);
  if (period === 'month')
    return `${yearName(Math.floor(value / 12))}-${twoDigits((((value % 12) + 12) % 12) + 1)}`;
  if (period === 'day') return new Date(value * DAY_MS).toISOString().replace(/T.*/, '');
  const thursday = new Date(value * 7 * DAY_MS); // a week belongs to the year of its Thursday
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - new Date(thursday).setUTCMonth(0, 1)) / DAY_MS;
  return `${yearName(year)}-W${twoDigits(Math.floor(days / 7) + 1)}`;
}

function periodOfDay(engine: Arithmetic, period: Period, day: Sql): Sql {
  if (period === 'day') return day;
  if (period === 'week') {
    const shifted = sql`(${day} + ${number(TO_MONDAY + 7 * SHIFT.weeks)})`;
    return sql`(${over(engine, shifted, 7)} - ${number(SHIFT.weeks)})`;
  }
  // Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar algorithms" (2022).
  const sinceMarch = sql`(4 * (${day} + ${number(TO_1970 + SHIFT.eras * ERA.days)}) + 3)`;
  const centuries = over(engine, sinceMarch, ERA.days);
  const inCentury = sql`(4 * ${over(engine, rest(sinceMarch, ERA.days), 4)} + 3)`;
  const years = over(engine, inCentury, 1461);
  const dayOfYear = over(engine, rest(inCentury, 1461), 4);
  const month = over(engine, sql`(5 * ${dayOfYear} + 461)`, 153);
  const months = sql`(1200 * ${centuries} + 12 * ${years} + ${month} - ${number(1 + SHIFT.eras * ERA.months)})`;
  if (period === 'month') return months;
  const positive = sql`(${months} + ${number(SHIFT.eras * ERA.months)})`;
  return sql`(${over(engine, positive, 12)} - ${number(SHIFT.eras * 400)})`;
}

/** The zone's offset at a moment, found by halves. */
function offsetAt(moment: Sql, { first, changes }: Zone): Sql {
  if (changes.length === 0) return number(first);
  const middle = Math.floor(changes.length / 2);
  const [from, offset] = changes[middle] as Zone['changes'][number];
  const before = offsetAt(moment, { name: '', first, changes: changes.slice(0, middle) });
  const after = offsetAt(moment, { name: '', first: offset, changes: changes.slice(middle + 1) });
  return sql`case when ${moment} < ${number(from)} then ${before} else ${after} end`;
}

function over({ wholeNumbers }: Arithmetic, dividend: Sql, divisor: number): Sql {
  return sql`(${dividend} ${sql.raw(wholeNumbers.divided)} ${number(divisor)})`;
}

function rest(dividend: Sql, divisor: number): Sql {
  return sql`(${dividend} % ${number(divisor)})`;
}

function number(value: number): Sql {
  return sql.raw(String(value));
}

/** A year as ISO 8601 writes it: with a sign and six digits where four do not suffice. */
function yearName(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A zone's offset from UTC: at first, and from each of these moments on. All in milliseconds. */
export interface Zone {
  readonly name: string;
  readonly first: number;
  readonly changes: readonly (readonly [from: number, offset: number])[];
}

/** No zone has an earlier rule. */
const FIRST = '1800-01-01T00:00Z';
/** Rules for later times are guesses, so the last offset before stays. */
const END = Date.UTC(2100, 0);

const UTC: Zone = { name: 'UTC', first: 0, changes: [] };
const known = new Map<string, Zone>();

/** Reads an IANA name or an offset such as `+05:30`. Throws naming the parameter `zone`. */
export function readZone(name: string | undefined): Zone {
  if (name === undefined) return UTC;
  const found = known.get(name) ?? findZone(name);
  known.set(found.name, found);
  return found;
}

function findZone(name: string): Zone {
  try {
    let at = Temporal.Instant.from(FIRST).toZonedDateTimeISO(name);
    const id = at.timeZoneId;
    const first = offsetOf(at);
    const changes: [number, number][] = [];
    for (;;) {
      const next = at.getTimeZoneTransition('next');
      if (!next || next.epochMilliseconds >= END) return { name: id, first, changes };
      at = next;
      changes.push([at.epochMilliseconds, offsetOf(at)]);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badParameters({ zone: message('notAZone') });
  }
}

function offsetOf({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return offsetNanoseconds / 1_000_000;
}
