import type { InOtherWords } from '../../languages.ts';
import type { jobs as source } from '../../zh/features/jobs.ts';

export const jobs: InOtherWords<typeof source> = {
  jobLabel: 'Background jobs',
  jobListSummary: 'Background jobs, the latest first',
  scheduleListSummary: 'Schedules and when they run next, the soonest first',
  ownJobLabel: 'what the project calls jobs of this kind, in your language',
  finishedRuns: 'false leaves out the runs of schedules that are done',
  scheduleKind: 'the kind of the jobs that it adds',
  scheduleNext: 'milliseconds since 1970; null for never again',
  jobSummary: 'One background job',
  jobRetrySummary: 'Runs a job that failed or waits at once',
  jobDeleteSummary: 'Deletes a job that is done or was given up',
  jobRetried: ({ id }) => `Retried background job ${id}`,
  jobDeleted: ({ id }) => `Deleted background job ${id}`,
  jobIsRunning: 'the job is running',
  jobIsDone: 'the job is done',
  jobIsNotOver: 'the job has not ended',
  mailTag: 'Mail',
  mailListSummary: 'The mails that are kept instead of sent',
  mailSummary: 'One mail as it would be sent',
};
