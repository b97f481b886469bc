import { hash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { JobRecord } from './job.collection.ts';
import { addOnce, firstSeen, type HeldJob, knownOnce } from './job-store.ts';
import { type Calendar, DueTimes, MISSED_MS } from './schedule.ts';

/** Hears how many due times of a schedule got no job. */
export type TellMissed = (kind: string, missed: number) => void;

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
    const now = Date.now();
    const times = new DueTimes(calendar, now);
    if (isNew) times.noted(now);
    this.#scheduled.set(kind, { calendar, times });
  }

  /** Due times count from the moment at which a start first knew this calendar. */
  addFromFirstSeen(kind: string, calendar: Calendar): void {
    const { missed: _, ...times } = calendar; // what becomes of missed times makes no new schedule
    const mark = `${kind} ${hash('md5', JSON.stringify(times))}`;
    this.#scheduled.set(kind, { calendar, times: new DueTimes(calendar, Date.now()), mark });
  }

  /** The next run of each kind, the earliest first. */
  nextRuns(now: number): readonly NextRun[] {
    const runs = [...this.#scheduled].map(([kind, { calendar, times }]) => {
      const { cron, timeZone = 'UTC', missed = 'once' } = calendar;
      return { kind, cron, timeZone, missed, next: times.after(now) ?? null };
    });
    return runs.sort((one, other) => (one.next ?? Infinity) - (other.next ?? Infinity));
  }

  /**
   * Adds the jobs that are due, unless another process has, while `mayAdd` is true. Returns whether it added any. A due time
   * counts as done once its job is stored: after an error the next call adds it. An error of one schedule holds up no other,
   * unless the database is away.
   */
  async addDue(mayAdd: () => boolean, tellMissed: TellMissed): Promise<boolean> {
    let isAdded = false;
    const failed: unknown[] = [];
    for (const [kind, scheduled] of this.#scheduled)
      try {
        const added = await this.#addDueOf(kind, scheduled, mayAdd);
        if (added === undefined) continue;
        isAdded = true;
        if (added.missed > 0) tellMissed(kind, added.missed);
      } catch (cause) {
        failed.push(cause);
        if (cause instanceof AppError && cause.key === 'unavailable') break;
      }
    if (failed.length > 0) throw failed[0];
    return isAdded;
  }

  /** Returns how many due times get no run, as later ones had come; undefined if nothing was due. */
  async #addDueOf(
    kind: string,
    { calendar, times, mark }: Scheduled,
    mayAdd: () => boolean,
  ): Promise<{ readonly missed: number } | undefined> {
    if (mark !== undefined) {
      times.noted(await firstSeen(this.#database, kind, mark));
      this.#scheduled.set(kind, { calendar, times });
    }
    const now = Date.now();
    const due = times.due(now);
    if (due.length === 0 || !mayAdd()) return undefined;
    const jobs = due.map((time) => ({ kind, subject: kind, once: onceOf(kind, time), data: '' }));
    await addOnce(this.#database, jobs);
    const passed = times.come.filter((time) => !due.includes(time)).map((time) => onceOf(kind, time));
    times.noted(now);
    if (passed.length === 0) return { missed: 0 };
    const elsewhere = await knownOnce(this.#database, passed); // a process that was there has added them
    return { missed: passed.length - elsewhere.size };
  }
}

/** The key of the job of a due time. */
function onceOf(kind: string, time: number): string {
  return `${kind} ${time}`;
}

/**
 * Whether a start would take it for missed that this job ran, or for new that its schedule is known, if its record were gone.
 */
export function keepsDueTime({ once, end_time }: Pick<JobRecord, 'once' | 'end_time'>, now: number): boolean {
  return once !== null && (end_time === null || now - Number(end_time) < MISSED_MS);
}

/** The due time that a job of a schedule was added for; undefined for any other job. */
export function dueTimeOf({ kind, once }: Pick<HeldJob, 'kind' | 'once'>): number | undefined {
  const key = onceOf(kind, 0).slice(0, -1);
  return once?.startsWith(key) ? Number(once.slice(key.length)) : undefined;
}
