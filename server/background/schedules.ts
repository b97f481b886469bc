import { hash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { addOnce, firstSeen } from './job-store.ts';
import { type Calendar, DueTimes } from './schedule.ts';

/** When jobs of a kind are added next; null for never. */
export interface NextRun extends Required<Calendar> {
  readonly kind: string;
  readonly next: number | null;
}

/** The due times of a kind; those before its mark was first seen are skipped. */
interface Scheduled {
  readonly calendar: Calendar;
  readonly times: DueTimes;
  readonly mark?: string;
}

/** Adds jobs at times of calendars: one job per due time, whatever the number of processes. */
export class Schedules {
  readonly #database: Database;
  readonly #scheduled = new Map<string, Scheduled>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** A due time that was missed before the start counts, unless `isNew`. */
  add(kind: string, calendar: Calendar, isNew: boolean): void {
    const times = new DueTimes(calendar, Date.now());
    if (isNew) times.due(Date.now());
    this.#scheduled.set(kind, { calendar, times });
  }

  /** Due times count from the moment at which a start first knew this calendar. */
  addFromFirstSeen(kind: string, calendar: Calendar): void {
    const mark = `${kind} ${hash('md5', JSON.stringify(calendar))}`;
    this.#scheduled.set(kind, { calendar, times: new DueTimes(calendar, Date.now()), mark });
  }

  /** The next run of each kind, the earliest first. */
  nextRuns(now: number): readonly NextRun[] {
    const runs = [...this.#scheduled].map(([kind, { calendar, times }]) => {
      const { cron, timeZone = 'UTC' } = calendar;
      return { kind, cron, timeZone, next: times.after(now) ?? null };
    });
    return runs.sort((one, other) => (one.next ?? Infinity) - (other.next ?? Infinity));
  }

  /** Adds the jobs that are due, unless another process has, while `mayAdd` is true. Returns whether it added any. */
  async addDue(mayAdd: () => boolean): Promise<boolean> {
    let isAdded = false;
    for (const [kind, { calendar, times, mark }] of this.#scheduled) {
      if (mark !== undefined) {
        times.due(await firstSeen(this.#database, kind, mark));
        this.#scheduled.set(kind, { calendar, times });
      }
      const due = times.due(Date.now());
      if (due === undefined || !mayAdd()) continue;
      await addOnce(this.#database, { kind, subject: kind, once: `${kind} ${due}`, data: '' });
      isAdded = true;
    }
    return isAdded;
  }
}
