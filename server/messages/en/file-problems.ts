import type { InOtherWords } from '../languages.ts';
import type { fileProblems as source } from '../zh/file-problems.ts';

export const fileProblems: InOtherWords<typeof source> = {
  onlyForCsv: 'is only for csv',
  onlyForSpreadsheets: 'is only for files with spreadsheet=true',
  notAKey: ({ allowed }) => `must be one of ${allowed.join(', ')}`,
  bodyCutOff: 'the body is incomplete',
  notAnObject: 'must be a JSON object',
  noRecordToUpdate: 'names no record that you can update',
  notATargetKey: ({ allowed }) => `must name a record by one of ${allowed.join(', ')}`,
  noRecordNamed: ({ name }) => `refers to ${name}, which does not exist`,
};
