import { Cron } from 'croner';
import { DAY_MS } from '../shared/durations.ts';

/** Work that is due again and again, at times of a calendar. Of all processes on a database, one does it each time. */
export interface Schedule extends Calendar {
  /** The name of its kind of job. */
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Times of a calendar. */
export interface Calendar {
  /** As in cron: minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** An IANA name, such as `Europe/Berlin`; without one, UTC. */
  readonly timeZone?: string;
}

/** A start makes up for the last due time that was missed, unless that is longer ago. */
const MISSED_MS = 7 * DAY_MS;

/** The due times of a schedule, in milliseconds since 1970. */
export class DueTimes {
  readonly #cron: Cron;
  #next: number | undefined;

  /** Throws if the pattern or the time zone is invalid. */
  constructor({ cron, timeZone }: Calendar, now: number) {
    const place = timeZone === undefined ? { utcOffset: 0 } : { timezone: timeZone };
    this.#cron = new Cron(cron, { ...place, paused: true, mode: '5-part' });
    const [last] = this.#cron.previousRuns(1, new Date(now));
    this.#next = last && now - last.getTime() < MISSED_MS ? last.getTime() : this.after(now);
  }

  /** The due time that has come since the last call; of several, the last. */
  due(now: number): number | undefined {
    let due: number | undefined;
    while (this.#next !== undefined && this.#next <= now) {
      due = this.#next;
      this.#next = this.after(due);
    }
    return due;
  }

  /** The first due time after another time. */
  after(time: number): number | undefined {
    return this.#cron.nextRun(new Date(time))?.getTime();
  }
}
