import { countJobs, type JobCounts } from '../../../background/job-counts.ts';
import { RUN_OUTCOMES, type RunOutcome } from '../../../background/jobs.ts';
import type { Figure } from '../../../module/figure.ts';
import type { RecordStore } from '../../../records/record-store.ts';
import { Tally } from '../../../shared/counting/tally.ts';

/** The figures of one scrape share one count. */
const COUNT_HOLDS_MS = 1000;

/** How many jobs wait and for how long, how many were given up, and what came of their tries. */
export function jobFigures({ database, jobs }: RecordStore): Figure[] {
  const runs = new Map<string, Tally>();
  jobs.onRun((kind, outcome) => {
    const tally = runs.get(kind) ?? new Tally(...RUN_OUTCOMES);
    tally.add(outcome satisfies RunOutcome);
    runs.set(kind, tally);
  });
  const counts = shortly(COUNT_HOLDS_MS, () => countJobs(database, jobs.kinds, Date.now()));
  const ofKinds = (value: (counted: JobCounts) => number) => async () =>
    (await counts()).map((counted) => ({ labels: { kind: counted.kind }, value: value(counted) }));
  return [
    {
      name: 'quire_jobs_unfinished',
      help: 'Jobs that wait or run, by their kind.',
      kind: 'gauge',
      isShared: true,
      read: ofKinds(({ unfinished }) => unfinished),
    },
    {
      name: 'quire_job_oldest_due_age_seconds',
      help: 'For how long the first job of a kind has been due without running; 0 if none is due.',
      kind: 'gauge',
      isShared: true,
      read: ofKinds(({ dueSince }) => (dueSince === undefined ? 0 : (Date.now() - dueSince) / 1000)),
    },
    {
      name: 'quire_jobs_given_up',
      help: 'Jobs that were given up and still stand in the list of jobs.',
      kind: 'gauge',
      isShared: true,
      read: ofKinds(({ givenUp }) => givenUp),
    },
    {
      name: 'quire_job_runs_total',
      help: 'Tries of jobs by kind and outcome.',
      kind: 'counter',
      read: () =>
        [...runs].flatMap(([kind, tally]) =>
          tally.entries().map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
        ),
    },
  ];
}

/** Does the work at most once in a time, and answers what came of it meanwhile. */
function shortly<T>(holdsMs: number, work: () => Promise<T>): () => Promise<T> {
  let latest: { readonly result: Promise<T>; readonly time: number } | undefined;
  return () => {
    if (!latest || performance.now() - latest.time > holdsMs)
      latest = { result: work(), time: performance.now() };
    return latest.result;
  };
}
