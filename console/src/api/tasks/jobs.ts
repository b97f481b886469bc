import { connection } from '../connection.ts';

/** A durable job: what the server does after a write, and how far it is. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly subject: string | null;
  readonly delivery: string;
  readonly state: string;
  readonly due_time: number | null;
  readonly tries: number;
  readonly problem: string | null;
  readonly create_time: number;
  readonly end_time: number | null;
}

export const JOBS_A_PAGE = 20;

export async function listJobs(page: number, state: string) {
  const query: [string, string][] = [
    ['page', String(page)],
    ['count', String(JOBS_A_PAGE)],
    ...(state ? [['state', state] as [string, string]] : []),
  ];
  const { items, total } = await connection.request('GET', '/cms/job', { query });
  const jobs = (items as Job[]).map((job) => ({ ...job, id: String(job.id) })); // the documented form of this route
  return { items: jobs as readonly Job[], total: Number(total) };
}

/** Work that is due again and again, and when it runs next. */
export interface Schedule {
  readonly kind: string;
  readonly cron: string;
  readonly time_zone: string;
  readonly next_time: number | null;
}

/** All schedules, the one that runs next first. */
export async function listSchedules(): Promise<readonly Schedule[]> {
  const { items } = await connection.request('GET', '/cms/schedule');
  const timeOf = ({ next_time }: Schedule) => next_time ?? Number.MAX_SAFE_INTEGER;
  return (items as Schedule[]).toSorted((one, other) => timeOf(one) - timeOf(other)); // the documented form of this route
}

export async function retryJob(id: string): Promise<void> {
  await connection.request('POST', `/cms/job/${id}/retry`);
}

export async function deleteJob(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/job/${id}`);
}

/** Whether the server is ready, and how long its event loop was held at most. */
export async function readHealth() {
  const [well, ready] = await Promise.all([
    connection.request('GET', '/health'),
    connection.request('GET', '/health/ready').then(
      () => true,
      () => false,
    ),
  ]);
  const loop = well.event_loop as { longest_ms: number; longest_ms_since_start: number }; // the documented form of this route
  return { isReady: ready, longest: loop.longest_ms, longestSinceStart: loop.longest_ms_since_start };
}
