// What writes offer to the rooms above them.

export { historyId } from './adopted-records.ts';
export { errorOf } from './error-of.ts';
export { repeatOverdue } from './plans.ts';
export type { Preconditions } from './preconditions.ts';
export type { Plan } from './publishing.ts';
export { RecordsRefused } from './records-refused.ts';
export { whereEvenDeleted } from './removal/deleted.ts';
export { revision } from './revision.collection.ts';
export { describeChanges, readChanges } from './revisions.ts';
export type { Writes } from './writes.ts';
