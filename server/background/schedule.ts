import { Cron } from 'croner';
import { DAY_MS, MINUTE_MS } from '../shared/durations.ts';

/** Work that is due again and again, at times of a calendar. Of all processes on a database, one does it each time. */
export interface Schedule extends Calendar {
  /** The name of its kind of job. */
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/**
 * What becomes of several due times that passed while none of them could be noted, because the database or all servers were
 * away: one run for the last, one run for each, or none.
 */
export const MISSED = ['once', 'each', 'none'] as const;

/** Times of a calendar. */
export interface Calendar {
  /** As in cron: minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** An IANA name, such as `Europe/Berlin`; without one, UTC. */
  readonly timeZone?: string;
  /** `once` if left out. */
  readonly missed?: (typeof MISSED)[number];
}

/** A start makes up for due times that were missed, unless they are longer ago. */
export const MISSED_MS = 7 * DAY_MS;
/** `each` makes up for this many at most, the latest. */
export const MOST_MISSED = 100;
/** A due time that `none` leaves out was missed for longer. */
const ON_TIME_MS = MINUTE_MS;

/** The due times of a schedule, in milliseconds since 1970. Those that have come are kept until they are noted. */
export class DueTimes {
  readonly #cron: Cron;
  readonly #missed: (typeof MISSED)[number];
  #come: number[];
  #next: number | undefined;

  /** Throws if the pattern or the time zone is invalid. */
  constructor({ cron, timeZone, missed = 'once' }: Calendar, now: number) {
    const place = timeZone === undefined ? { utcOffset: 0 } : { timezone: timeZone };
    this.#cron = new Cron(cron, { ...place, paused: true, mode: '5-part' });
    this.#missed = missed;
    this.#come = this.#before(now);
    this.#next = this.after(this.#come.at(-1) ?? now);
  }

  /** The due times before now that a start makes up for, the earliest first. */
  #before(now: number): number[] {
    return this.#cron
      .previousRuns(this.#missed === 'each' ? MOST_MISSED : 1, new Date(now))
      .map((date) => date.getTime())
      .filter((time) => now - time < MISSED_MS)
      .sort((one, other) => one - other);
  }

  /** The due times that have come and call for a run, the earliest first; the same again until they are noted. */
  due(now: number): readonly number[] {
    if (this.#next !== undefined && now - this.#next > MISSED_MS) {
      this.#come = this.#before(now); // as if it began now: to count years of minutes would take minutes
      this.#next = this.after(this.#come.at(-1) ?? now);
    }
    while (this.#next !== undefined && this.#next <= now) {
      this.#come.push(this.#next);
      if (this.#come.length > MOST_MISSED) this.#come.shift();
      this.#next = this.after(this.#next);
    }
    if (this.#missed === 'once') return this.#come.slice(-1);
    return this.#missed === 'each' ? this.#come : this.#come.filter((time) => now - time <= ON_TIME_MS);
  }

  /** The due times that have come and were not noted, the earliest first. */
  get come(): readonly number[] {
    return this.#come;
  }

  /** Leaves out what was due by then: its jobs exist already. */
  noted(until: number): void {
    this.due(until);
    this.#come.splice(0, this.#come.filter((time) => time <= until).length);
  }

  /** The first due time after another time. */
  after(time: number): number | undefined {
    return this.#cron.nextRun(new Date(time))?.getTime();
  }
}
