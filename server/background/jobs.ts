import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Connection } from '../database/engine.ts';
import { addJobs, addOnce, firstSeen, type HeldJob, JobStore, LEASE_MS, type NewJob } from './job-store.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';
import { problemOf, retryDelay } from './retry.ts';
import { type Calendar, DueTimes, type Schedule } from './schedule.ts';

/** Thrown by work that would fail again: the job is given up at once. */
export class Hopeless extends Error {}

/** A kind of job: how one is done. */
export interface JobKind {
  readonly name: string;
  /** How many of them a process runs at once. */
  readonly atOnce: number;
  /** How often a job is tried before it is given up. */
  readonly mostTries: number;
  /** Whether a process that stops still begins what is due. */
  readonly runsAtStop?: true;
  /**
   * Does the work. It may run more than once for a job, always with the same `delivery`. The signal is aborted where the
   * process stops or another one has taken the job over.
   */
  run(job: HeldJob, signal: AbortSignal): Promise<void>;
  /** Called when a job is given up, also where its process died in each try; again if the process dies meanwhile. */
  givenUp?(job: HeldJob, cause: unknown): Promise<void>;
  /** Whether the job is over even if `givenUp` fails. */
  readonly isOverAnyway?: true;
}

type Report = (cause: unknown, what: string) => void;

interface Running {
  readonly job: HeldJob;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The due times of a kind; those before its mark was first seen are skipped. */
interface Scheduled {
  readonly times: DueTimes;
  readonly mark?: string;
}

const RENEW_EVERY_MS = LEASE_MS / 3;
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
  readonly #schedules = new Map<string, Scheduled>();
  readonly #tasks: PeriodicTask[] = [];
  #store: JobStore | undefined;
  #report: Report = console.error;
  #looking: Promise<void> | undefined;
  #adding: Promise<void> | undefined;
  #isAsked = false;
  #stage: 'running' | 'draining' | 'stopped' = 'running';
  #polled = 0;
  #pause = POLL_MS.first;

  constructor(database: Database) {
    this.#database = database;
  }

  define(kind: JobKind): void {
    if (this.#store) throw new Error(`the kind of job '${kind.name}' was defined after the start`);
    this.#kinds.set(kind.name, kind);
  }

  /** Whether a kind is defined: a job of any other would wait for ever. */
  knows(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  /** Runs work at its due times, in one process of all, and once at the start where a due time was missed. */
  schedule(schedule: Schedule): void {
    this.#schedules.set(schedule.name, { times: new DueTimes(schedule, Date.now()) });
    this.define({
      name: schedule.name,
      atOnce: 1,
      mostTries: 8,
      run: (_, signal) => schedule.run(signal),
    });
  }

  /** Adds jobs of a defined kind at due times; none for due times before a start first knew of them. */
  repeat({ name }: JobKind, calendar: Calendar): void {
    const mark = `${name} ${hash('md5', JSON.stringify(calendar))}`;
    this.#schedules.set(name, { times: new DueTimes(calendar, Date.now()), mark });
  }

  /** Adds jobs inside of a transaction; `wake` is to be called after its commit. */
  add(connection: Connection, jobs: readonly NewJob[]): Promise<void> {
    return addJobs(this.#database, connection, jobs);
  }

  /** Looks for jobs at once. Before the start, and once no job may begin any more, it does nothing. */
  wake(): void {
    this.#isAsked = true;
    if (!this.#store || this.#stage === 'stopped') return;
    this.#looking ??= this.#look(this.#store).finally(() => {
      this.#looking = undefined;
    });
  }

  /** Begins to run jobs, those of processes that died included. */
  start(report: Report): void {
    this.#report = report;
    this.#store = new JobStore(
      this.#database,
      new Map([...this.#kinds.values()].map(({ name, atOnce }) => [name, atOnce])),
    );
    const failed = (cause: unknown) => report(cause, 'the table of jobs could not be read');
    this.#tasks.push(
      startPeriodicTask({ everyMs: POLL_MS.embedded, run: () => this.#poll(), report: failed }),
      startPeriodicTask({ everyMs: RENEW_EVERY_MS, run: () => this.#renew(), report: failed }),
    );
    this.wake();
    this.#adding = this.#addDue().catch(failed);
  }

  /** Resolves when nothing is running and nothing that this process could run is due. */
  idle(): Promise<void> {
    return this.#settle(Number.POSITIVE_INFINITY);
  }

  /**
   * Stops: interrupts what can go on elsewhere, runs for a moment what is due, and waits for the rest. What is not done after
   * `withinMs` is given back, for another process or the next start.
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
    await Promise.all([this.#adding, ...this.#tasks.map((task) => task.stop())]);
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

  async #poll(): Promise<void> {
    await this.#addDue();
    const isEmbedded = this.#database.engine.version !== undefined;
    if (!isEmbedded && Date.now() - this.#polled < this.#pause) return;
    this.#pause = Math.min(2 * this.#pause, POLL_MS.longest);
    this.wake();
  }

  /** Adds the jobs of schedules whose time has come, unless another process has. */
  async #addDue(): Promise<void> {
    let isAdded = false;
    for (const [name, scheduled] of this.#schedules) {
      const { times, mark } = scheduled;
      if (mark !== undefined) {
        times.due(await firstSeen(this.#database, name, mark));
        this.#schedules.set(name, { times });
      }
      const due = times.due(Date.now());
      if (due === undefined || this.#stage !== 'running') continue;
      await addOnce(this.#database, { kind: name, subject: name, once: `${name} ${due}`, data: '' });
      isAdded = true;
    }
    if (isAdded) this.wake(); // once: a start adds a job for almost every schedule
  }

  async #look(store: JobStore): Promise<void> {
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        this.#polled = Date.now();
        const held = await store.claim(this.#room(), this.#running);
        if (held.length > 0) this.#pause = POLL_MS.first;
        for (const job of held) this.#begin(store, job);
      }
    } catch (cause) {
      this.#report(cause, 'the table of jobs could not be read');
    }
  }

  #room(): ReadonlyMap<string, number> {
    const kinds = [...this.#kinds.values()].filter((kind) => this.#mayBegin(kind));
    const room = new Map(kinds.map(({ name, atOnce }) => [name, atOnce]));
    for (const { job } of this.#running.values()) room.set(job.kind, (room.get(job.kind) ?? 0) - 1);
    return room;
  }

  #mayBegin({ runsAtStop }: JobKind): boolean {
    return this.#stage === 'running' || (this.#stage === 'draining' && runsAtStop === true);
  }

  #begin(store: JobStore, job: HeldJob): void {
    const stop = new AbortController();
    const kind = this.#kinds.get(job.kind);
    if (kind && !this.#mayBegin(kind)) stop.abort(); // claimed while a stop began
    const ended = this.#run(store, job, stop.signal)
      .catch((cause: unknown) => this.#report(cause, `job ${job.id} (${job.kind}) could not be noted`))
      .finally(() => {
        this.#running.delete(job.id);
        this.wake(); // there is room again, and the next of its subject may follow
      });
    this.#running.set(job.id, { job, stop, ended });
  }

  async #run(store: JobStore, job: HeldJob, signal: AbortSignal): Promise<void> {
    const kind = this.#kinds.get(job.kind);
    if (!kind) return;
    if (signal.aborted) return store.release(job);
    if (job.tries > kind.mostTries) return this.#giveUp(store, job, new Error(DIED));
    try {
      await kind.run(job, signal);
    } catch (cause) {
      if (signal.aborted) return store.release(job);
      if (job.tries >= kind.mostTries || cause instanceof Hopeless) return this.#giveUp(store, job, cause);
      this.#report(cause, `job ${job.id} (${job.kind}) failed, and will be tried again`);
      return store.fail(job.id, problemOf(cause), Date.now() + retryDelay(job.tries));
    }
    await store.finish(job.id);
  }

  async #giveUp(store: JobStore, job: HeldJob, cause: unknown): Promise<void> {
    this.#report(cause, `job ${job.id} (${job.kind}) was given up after ${job.tries} tries`);
    const kind = this.#kinds.get(job.kind);
    await kind?.givenUp?.(job, cause).catch((failed: unknown) => {
      if (!kind.isOverAnyway) throw failed;
      this.#report(failed, `givenUp of job ${job.id} (${job.kind}) failed`);
    });
    await store.fail(job.id, problemOf(cause), undefined);
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length === 0 || !this.#store) return;
    const held = await this.#store.renew(ids);
    for (const id of ids) if (!held.has(id)) this.#running.get(id)?.stop.abort();
  }
}

const DIED = 'the process died each time that it ran';
