import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  jobListSummary: 'Background jobs, the latest first',
  scheduleListSummary: 'Schedules and when they run next, the soonest first',
  ownJobLabel: 'what the project calls jobs of this kind, in your language',
  finishedRuns: 'false leaves out the runs of schedules that are done',
  scheduleKind: 'the kind of the jobs that it adds',
  scheduleNext: 'milliseconds since 1970; null for never again',
  jobSummary: 'One background job',
  jobRetrySummary: 'Runs a job that failed or waits at once',
  jobDeleteSummary: 'Deletes a job that is done or was given up',
  jobAddSummary: 'Runs a job, a mail or a schedule now',
  jobKindToRun: 'The kind of job, mail or schedule, such as jobs/remind or mail/welcome',
  jobInput: 'The input of the job or mail, as its definition describes it',
  mailAddressee: 'The address that a mail goes to',
  mailLanguage: 'The language of its reader, such as en',
  jobRetried: ({ id }) => `Retried background job ${id}`,
  jobDeleted: ({ id }) => `Deleted background job ${id}`,
  jobIsRunning: 'the job is running',
  jobIsDone: 'the job is done',
  jobIsNotOver: 'the job has not ended',
  jobKeepsDueTime: 'the job is kept for 7 days after its end: it tells a start that its schedule ran',
};
