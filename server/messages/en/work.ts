import type { InOtherWords } from '../languages.ts';
import type { work as source } from '../zh/work.ts';

export const work: InOtherWords<typeof source> = {
  setItemName: 'A name for the new record, by which other items refer to it',
  setItemNew: 'The name of the record that this set creates and publishes',
  setItemValues:
    'New values of fields; a reference may be { "$new": name }, which is a record that this set creates',
  historyApprover: 'Who approved the change set that made the change',
  changedSince: 'has changed since',
  changesUndone:
    'the database was set back to an earlier state, so what this cursor points to no longer happened',
  changesKeptSince: ({ min }) => `changes are kept since ${min}`,
  notACursor: 'is no cursor of changes',
  noSuchCollectionToRead: ({ name }) => `names no collection that can be read: ${name}`,
  altTexts: 'Alt texts by language; null or absent if there are none',
  jobLabel: 'Background jobs',
  jobAdded: ({ kind }) => `${kind} is to run now`,
  noSuchJob: ({ name, near, known }) =>
    `names no job, mail or schedule: '${name}'${near} (allowed: ${known})`,
  mailNeedsAddress: 'must be the address that the mail goes to',
  onlyMailsHaveReaders: 'is for mails alone',
  schedulesHaveNoInput: 'must be left out: what has a schedule has no input',
  exportOf: ({ label }) => `Export ${label}`,
  transferFormat: 'csv (the default), jsonl or json',
  lineFormat: 'csv (the default) or jsonl',
  exportBom: 'Begin with a byte order mark, for spreadsheets; only for csv',
  exportSpreadsheet:
    'For a spreadsheet that saves the file again: with a byte order mark, moments in ISO 8601 in `zone`, and an apostrophe before texts and long numbers that it would change; only for csv',
  exportSeparator: 'Between cells, for spreadsheets; with semicolons, decimals have a comma',
  sortedById: 'By id unless given',
  serverStopped: 'the server stopped',
  undoOthersChanges: 'Undo changes of others',
  undone: ({ removed, reverted, restored, published, left }) =>
    `undid changes: ${removed} removed, ${reverted} reverted, ${restored} restored, ${published} published or unpublished, ${left} left unchanged`,
  undoChangedSince: 'changed since',
  undoDeletedSince: 'deleted since',
  undoPurged: 'permanently deleted',
  undoNotAllowed: 'not yours to change',
  undoValuesNotKept: 'the history keeps no values of some fields',
  undoNoHistory: 'its collection keeps no history',
  undoGoneFromTable: 'deleted from the table of another program for good',
  undoNotWritten: 'its definition does not allow that',
  undoSingleton: 'the only record of its collection stays',
  undoInTheWay: 'records beyond this undo',
  undoDraftDiffers: 'the draft differs from what readers saw',
};
