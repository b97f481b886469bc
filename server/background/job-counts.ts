import type { Database } from '../database/database.ts';
import { job } from './job.collection.ts';

/** The unfinished jobs of a kind, and those that were given up. */
export interface JobCounts {
  readonly kind: string;
  readonly unfinished: number;
  /** Since when the first of them has been due, in milliseconds since 1970; undefined if none is. */
  readonly dueSince: number | undefined;
  readonly givenUp: number;
}

/** Counts the jobs of these kinds. Of all that are done, it reads nothing. */
export async function countJobs(
  { query, reads }: Database,
  kinds: readonly string[],
  now: number,
): Promise<JobCounts[]> {
  const ofKinds = query
    .selectFrom(job.name)
    .where('kind', 'in', kinds)
    .where('follows', 'in', [false, true]) // the column between those of the index
    .groupBy('kind')
    .select((e) => ['kind', e.fn.countAll().as('jobs'), e.fn.min('due_time').as('due')]);
  const unfinished = await reads.all(ofKinds.where('due_time', '>', 0).compile());
  const failed = await reads.all(ofKinds.where('state', '=', 'failed').compile());
  return kinds.map((kind) => {
    const { jobs = 0, due } = unfinished.find((record) => record.kind === kind) ?? {};
    const time = due === undefined ? undefined : Number(due);
    return {
      kind,
      unfinished: Number(jobs),
      dueSince: time !== undefined && time <= now ? time : undefined,
      givenUp: Number(failed.find((record) => record.kind === kind)?.jobs ?? 0),
    };
  });
}
