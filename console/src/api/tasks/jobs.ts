import { call } from '../call.ts';
import type { ItemOf } from '../route-types.ts';

/** A durable job: background work that a write has caused. */
export type Job = ItemOf<'GET /cms/job'>;
export type JobState = Job['state'];

/** Work that repeats, and when it runs next. */
export type Schedule = ItemOf<'GET /cms/schedule'>;

export const JOBS_A_PAGE = 20;

interface JobFilter {
  readonly state: JobState | '';
  /** Whether runs of schedules are listed that are done. */
  readonly hasFinishedRuns?: boolean;
}

export async function listJobs(page: number, { state, hasFinishedRuns = true }: JobFilter) {
  const filter = { finished_runs: hasFinishedRuns, ...(state !== '' && { state }) };
  return call('GET /cms/job', { query: { page, count: JOBS_A_PAGE, ...filter } });
}

/** All schedules, the one that runs next first. */
export async function listSchedules(): Promise<readonly Schedule[]> {
  const { items } = await call('GET /cms/schedule');
  const timeOf = ({ next_time }: Schedule) => next_time ?? Number.MAX_SAFE_INTEGER;
  return items.toSorted((one, other) => timeOf(one) - timeOf(other));
}

/** Runs a job now that needs no input, such as one of a schedule. */
export async function runJob(kind: string): Promise<void> {
  await call('POST /cms/job', { body: { kind } });
}

export async function retryJob(id: string): Promise<void> {
  await call('POST /cms/job/:id/retry', { params: { id } });
}

export async function deleteJob(id: string): Promise<void> {
  await call('DELETE /cms/job/:id', { params: { id } });
}

/** How the server does, and what needs attention. */
export const readServerState = () => call('GET /health/state');

/** Whether the server is ready, and the longest pauses of its event loop. */
export async function readHealth() {
  const [{ event_loop }, isReady] = await Promise.all([
    call('GET /health'),
    call('GET /health/ready').then(
      () => true,
      () => false,
    ),
  ]);
  return { isReady, longest: event_loop.longest_ms, longestSinceStart: event_loop.longest_ms_since_start };
}
