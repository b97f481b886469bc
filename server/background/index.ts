// What work in the background offers to the layers above.

export { JOB_STATES, type JobRecord, job, PLAN_JOB } from './job.collection.ts';
export { type JobKind, PermanentFailure, Postponed, Rejected } from './job-kind.ts';
export { addJobs, type HeldJob, type NewJob } from './job-store.ts';
export { Jobs } from './jobs.ts';
export { type KeyedLimit, perKeyLimit } from './limits.ts';
export { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';
export { problemOf } from './retry.ts';
export type { Schedule } from './schedule.ts';
export { keepsDueTime } from './schedules.ts';
