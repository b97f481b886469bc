import type { InOtherWords } from '../languages.ts';
import type { interfaces as source } from '../zh/interfaces.ts';

export const interfaces: InOtherWords<typeof source> = {
  seededLabel: 'Seeded record',
  dataMigrationLabel: 'Data migration',
  seedDone: 'seeded the data of the project',
  noSuchCollection: 'is no collection that can be read',
  ancestorsOf: ({ label }) =>
    `The records above one ${label}, from the root down, as far as the caller may see`,
  usageOf: ({ label }) => `Where one ${label} is used, as far as the caller may see`,
  presenceLabel: 'Open record',
  enterRecord: ({ label }) => `Tell that one ${label} is open, and see who else has it open`,
  leaveRecord: ({ label }) => `Tell that one ${label} is open no more`,
  recordLeft: 'No longer open',
  fieldOfPresent: 'The field that the caller is in',
  fieldsOfPresent: 'The fields that this user is in, as far as the caller may read them',
  shownName: 'Null where the user has none',
  usernameIfKnown: 'Null for callers who may not see names in the history',
  usageRestorable: 'Whether what the deletion does there comes back with a restored record',
  usageOfMany: ({ label }) =>
    `Where the first 100 ${label} records of a list are used, as far as the caller may see`,
  usageRecords: ({ max }) => `How many records were looked at, at most ${max}`,
  usageMore: 'Whether the list has more records',
  usageByDrafts: 'Drafts that refer to it as well, if the caller may see them',
  usageOnDelete: 'On deletion: refuse; detach takes the reference out; delete deletes those records as well',
  dryRunOfWrite: 'Check everything and write nothing',
  wouldSucceed: 'This would succeed; nothing was written',
  recordAsItWouldBe: 'The record as it would be, with the fields that the caller may read',
  recordsWrittenAlong: 'Other records that would be deleted or changed along with it',
};
