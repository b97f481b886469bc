import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Connection } from '../database/engine.ts';
import type { Text } from '../messages/message.ts';
import type { Room } from './due-jobs.ts';
import { isRejection, type JobKind, PermanentFailure, Postponed } from './job-kind.ts';
import { addJobs, type HeldJob, JobStore, LEASE_MS, type NewJob } from './job-store.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';
import { problemOf, retryDelay } from './retry.ts';
import type { Calendar, Schedule } from './schedule.ts';
import { type NextRun, Schedules, type TellMissed } from './schedules.ts';

type Report = (cause: unknown, what: string) => void;

/** What came of one try of a job. A released one goes on later, or elsewhere. */
export const RUN_OUTCOMES = ['done', 'failed', 'given_up', 'released'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

type OnRun = (kind: string, outcome: RunOutcome) => void;

/** Does the work of a job, and something around it. */
export type AroundRun = <T>(kind: string, run: () => Promise<T>) => Promise<T>;

interface Running {
  readonly job: HeldJob;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** What came of a try, and the job that was claimed in its place. */
interface Tried {
  readonly outcome: RunOutcome;
  readonly next?: HeldJob | undefined;
}

const RENEW_EVERY_MS = LEASE_MS / 3;
const ORPHANS_EVERY_MS = 30_000;
/** SQLite is asked in microseconds; a server less often, the longer nothing was due. */
const POLL_MS = { embedded: 500, first: 1000, longest: 5000 };
/** A process that stops begins jobs for this long at most. */
const DRAIN_MS = 1500;

/**
 * Durable jobs. One is added in the transaction that causes it; after the commit, this process or another one claims it, and
 * runs it until it succeeds or is given up.
 */
export class Jobs {
  readonly #database: Database;
  readonly #kinds = new Map<string, JobKind>();
  readonly #running = new Map<bigint, Running>();
  readonly #schedules: Schedules;
  readonly #tasks: PeriodicTask[] = [];
  #store: JobStore | undefined;
  #report: Report = console.error;
  #onRun: OnRun = () => {};
  #around: AroundRun = (_, run) => run();
  #keepsTime = true;
  #looking: Promise<void> | undefined;
  #asked = new Set<string>();
  #stage: 'running' | 'draining' | 'stopped' = 'running';
  #polled = 0;
  #pause = POLL_MS.first;

  constructor(database: Database) {
    this.#database = database;
    this.#schedules = new Schedules(database);
  }

  define(kind: JobKind): void {
    if (this.#store) throw new Error(`the kind of job '${kind.name}' was defined after the start`);
    this.#kinds.set(kind.name, kind);
  }

  /** Whether a kind is defined: a job of any other would wait for ever. */
  knows(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  /** The names of all kinds that are defined. */
  get kinds(): readonly string[] {
    return [...this.#kinds.keys()];
  }

  /** Tells what comes of each try in this process. */
  onRun(listener: OnRun): void {
    this.#onRun = listener;
  }

  /** Does something around the work of each job in this process. */
  runAround(around: AroundRun): void {
    this.#around = around;
  }

  labelOf(kind: string): Text | undefined {
    return this.#kinds.get(kind)?.label;
  }

  /**
   * Runs work at its due times, in one process of all, and once at the start where a due time was missed. On a new database
   * none was missed.
   */
  schedule(schedule: Schedule, isNewDatabase = false): void {
    this.#schedules.add(schedule.name, schedule, isNewDatabase);
    this.define({
      name: schedule.name,
      atOnce: 1,
      mostTries: 8,
      run: (_, signal) => schedule.run(signal),
    });
  }

  /** Adds jobs of a defined kind at due times; none for due times before a start first knew of them. */
  repeat({ name }: JobKind, calendar: Calendar): void {
    this.#schedules.addFromFirstSeen(name, calendar);
  }

  /** All schedules, the next one first. */
  nextRuns(now: number): readonly NextRun[] {
    return this.#schedules.nextRuns(now);
  }

  /** Adds jobs inside a transaction; call `wake` after its commit. */
  add(connection: Connection, jobs: readonly NewJob[]): Promise<void> {
    return addJobs(this.#database, connection, jobs);
  }

  /**
   * Looks at once for jobs of these kinds; without kinds, for all. Does nothing before the start and once the process stops.
   */
  wake(...kinds: readonly string[]): void {
    for (const kind of kinds.length > 0 ? kinds : this.#kinds.keys()) this.#asked.add(kind);
    if (!this.#store || this.#stage === 'stopped') return;
    this.#looking ??= this.#look(this.#store);
  }

  /**
   * Begins to run jobs, including those of processes that died; a moment later, because the first requests go first. Adds what
   * schedules have due, unless `keepsTime` is false.
   */
  start(report: Report, keepsTime = true): void {
    this.#report = report;
    this.#keepsTime = keepsTime;
    this.#store = new JobStore(
      this.#database,
      new Map([...this.#kinds.values()].map(({ name, atOnce }) => [name, atOnce])),
    );
    const failed = (cause: unknown) => report(cause, 'the table of jobs could not be read');
    this.#tasks.push(
      startPeriodicTask({ everyMs: POLL_MS.embedded, run: () => this.#poll(), report: failed }),
      startPeriodicTask({ everyMs: ORPHANS_EVERY_MS, run: () => this.#letOrphansOut(), report: failed }),
      startPeriodicTask({ everyMs: RENEW_EVERY_MS, run: () => this.#renew(), report: failed }),
    );
  }

  /** Adds what schedules have due by now, and resolves like `idle`. Times that a moved clock has passed over are no news. */
  async runDue(): Promise<void> {
    await this.#addDue(() => {});
    await this.idle();
  }

  /** Resolves when nothing is running and nothing that this process could run is due. */
  idle(): Promise<void> {
    return this.#settle(Number.POSITIVE_INFINITY);
  }

  /**
   * Stops: interrupts jobs that can continue elsewhere, briefly runs due ones, and waits for the rest. Jobs that are not done
   * after `withinMs` are released for another process or the next start.
   */
  async end(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    this.#stage = 'draining';
    for (const { job, stop } of this.#running.values())
      if (!this.#kinds.get(job.kind)?.runsAtStop) stop.abort();
    await this.#settle(Date.now() + Math.min(DRAIN_MS, withinMs));
    this.#stage = 'stopped';
    await this.#looking;
    while (this.#running.size > 0 && (await this.#oneEnds(deadline)));
    await Promise.all(this.#tasks.map((task) => task.stop()));
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ job }) => this.#store?.release(job)));
    this.#store = undefined;
  }

  async #settle(deadline: number): Promise<void> {
    do {
      this.wake();
      await this.#looking;
    } while (this.#running.size > 0 && (await this.#oneEnds(deadline)));
  }

  /** Waits until one job has ended; answers false if the deadline came first. */
  async #oneEnds(deadline: number): Promise<boolean> {
    const ended = Promise.race([...this.#running.values()].map((one) => one.ended)).then(() => true);
    if (deadline === Number.POSITIVE_INFINITY) return ended;
    const late = new AbortController();
    const isLate = wait(Math.max(0, deadline - Date.now()), false, { signal: late.signal }).catch(
      () => false,
    );
    return Promise.race([ended, isLate]).finally(() => late.abort());
  }

  async #addDue(tellMissed: TellMissed): Promise<void> {
    const mayAdd = () => this.#stage === 'running';
    const isAdded = await this.#schedules.addDue(mayAdd, tellMissed);
    if (isAdded) this.wake(); // once, as a start adds many
  }

  async #poll(): Promise<void> {
    if (this.#keepsTime) await this.#addDue((kind, missed) => this.#tellMissed(kind, missed));
    const isEmbedded = this.#database.engine.version !== undefined;
    if (!isEmbedded && Date.now() - this.#polled < this.#pause) return;
    this.#pause = Math.min(2 * this.#pause, POLL_MS.longest);
    this.wake();
  }

  #tellMissed(kind: string, missed: number): void {
    const cause = new Error(`${missed} of its due times passed while no job could be added`);
    this.#report(cause, `the schedule '${kind}' goes on without them`);
  }

  /** Ends `#looking` in the step in which it finds nothing asked for any more: a wake between the two would not be heard. */
  async #look(store: JobStore): Promise<void> {
    await undefined; // `#looking` is this promise by now
    try {
      while (this.#asked.size > 0) {
        const asked = this.#asked;
        this.#asked = new Set();
        if (asked.size >= this.#kinds.size) this.#polled = Date.now();
        const room = this.#room(asked);
        if (room.size === 0) continue;
        const { held, again } = await store.claim(room, this.#running);
        if (held.length > 0) this.#pause = POLL_MS.first;
        for (const job of held) this.#begin(store, job);
        for (const kind of again) this.#asked.add(kind);
      }
    } catch (cause) {
      this.#report(cause, 'the table of jobs could not be read');
    } finally {
      this.#looking = undefined;
    }
  }

  /** The kinds that are asked for, and how many more of each may begin. */
  #room(asked: ReadonlySet<string>): Room {
    const kinds = [...this.#kinds.values()].filter((kind) => asked.has(kind.name) && this.#mayBegin(kind));
    const room = new Map(kinds.map(({ name, atOnce }) => [name, atOnce]));
    for (const { job } of this.#running.values()) {
      const places = room.get(job.kind);
      if (places !== undefined) room.set(job.kind, places - 1);
    }
    return new Map([...room].filter(([, places]) => places > 0));
  }

  #mayBegin({ runsAtStop }: JobKind): boolean {
    return this.#stage === 'running' || (this.#stage === 'draining' && runsAtStop === true);
  }

  #begin(store: JobStore, job: HeldJob): void {
    const stop = new AbortController();
    const kind = this.#kinds.get(job.kind);
    if (kind && !this.#mayBegin(kind)) stop.abort(); // claimed while a stop began
    const ended = this.#runAndGoOn(store, job, stop.signal);
    this.#running.set(job.id, { job, stop, ended });
  }

  async #runAndGoOn(store: JobStore, job: HeldJob, signal: AbortSignal): Promise<void> {
    let next: HeldJob | undefined;
    try {
      const tried = await this.#run(store, job, signal);
      next = tried.next;
      this.#onRun(job.kind, tried.outcome);
    } catch (cause) {
      this.#report(cause, `job ${job.id} (${job.kind}) could not be noted`);
    }
    this.#running.delete(job.id);
    if (next) this.#begin(store, next);
    else this.wake(job.kind); // there is room again, and the next of its subject may follow
  }

  async #run(store: JobStore, job: HeldJob, signal: AbortSignal): Promise<Tried> {
    const kind = this.#kinds.get(job.kind);
    if (!kind) return { outcome: 'released' };
    if (signal.aborted) return this.#release(store, job);
    if (job.tries > kind.mostTries) return this.#giveUp(store, job, new Error(DIED));
    try {
      const note = await this.#around(kind.name, async () => kind.run(job, signal));
      const running = this.#mayBegin(kind) ? this.#running : undefined;
      return { outcome: 'done', next: await store.finish(job, note ?? undefined, running) };
    } catch (cause) {
      if (signal.aborted) return this.#release(store, job);
      if (cause instanceof Postponed) return this.#release(store, job, cause.until);
      if (job.tries >= kind.mostTries || cause instanceof PermanentFailure)
        return this.#giveUp(store, job, cause);
      if (!isRejection(cause))
        this.#report(cause, `job ${job.id} (${job.kind}) failed, and will be tried again`);
      await store.fail(job, problemOf(cause), Date.now() + retryDelay(job.tries));
      return { outcome: 'failed' };
    }
  }

  async #release(store: JobStore, job: HeldJob, due?: number): Promise<Tried> {
    await store.release(job, due);
    return { outcome: 'released' };
  }

  async #giveUp(store: JobStore, job: HeldJob, cause: unknown): Promise<Tried> {
    if (!isRejection(cause))
      this.#report(cause, `job ${job.id} (${job.kind}) was given up at try ${job.tries}`);
    const kind = this.#kinds.get(job.kind);
    await kind?.givenUp?.(job, cause).catch((failed: unknown) => {
      if (!kind.isOverAnyway) throw failed;
      this.#report(failed, `givenUp of job ${job.id} (${job.kind}) failed`);
    });
    await store.fail(job, problemOf(cause), undefined);
    return { outcome: 'given_up' };
  }

  async #letOrphansOut(): Promise<void> {
    await this.#store?.letOrphansOut(this.kinds);
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length === 0 || !this.#store) return;
    const held = await this.#store.renew(ids);
    for (const id of ids) if (!held.has(id)) this.#running.get(id)?.stop.abort();
  }
}

const DIED = 'the process died each time that it ran';
