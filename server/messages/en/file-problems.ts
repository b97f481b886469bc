import type { InOtherWords } from '../languages.ts';
import type { fileProblems as source } from '../zh/file-problems.ts';

export const fileProblems: InOtherWords<typeof source> = {
  onlyForCsv: 'is only for csv',
  onlyForSpreadsheets: 'is only for files with spreadsheet=true',
  notAKey: ({ allowed }) => `must be one of ${allowed.join(', ')}`,
  bodyNotAFile: 'the body must be the content of a file',
  bodyCutOff: 'the body is incomplete',
  badUtf8After: ({ size }) => `is not valid UTF-8 after byte ${size}`,
  badUtf16: 'is not valid UTF-16, which its first bytes say it is',
  zoneMissing:
    'is a time without its zone; allowed: one with Z or an offset such as +08:00, or milliseconds since 1970',
  twoReadings: ({ found }) =>
    `'${found}' can be read in two ways; write it with a decimal point and without groups of digits`,
  quoteNotClosed: 'has a quote that is not closed',
  recordTooLong: ({ max }) => `exceeds ${max} characters, or has a quote that is not closed`,
  textAfterQuote: 'has text other than a separator or line break after a closing quote',
  quoteInsideCell: 'has a quote inside a cell; quote the cell and double the quote',
  notCsv: 'is not valid CSV',
  emptyFile: 'the file is empty; its first line must name the fields',
  columnRepeated: 'is a repeated column name',
  wrongNumberOfCells: ({ count, allowed }) => `has ${count} columns and must have ${allowed}`,
  badJsonCell: 'is not valid JSON, or nested too deeply',
  notAnObject: 'must be a JSON object',
  notAnArrayFile: 'the file must be one JSON array',
  objectMissing: 'lacks an object between commas',
  arrayNotClosed: 'the file is incomplete: its JSON array does not end',
  metadataStays: ({ name }) => `'${name}': the metadata of images of this type cannot be removed`,
  claimsTooMuch: ({ name }) => `'${name}' claims to hold more than it does`,
  noRecordToUpdate: 'names no record that you can update',
  notATargetKey: ({ allowed }) => `must name a record by one of ${allowed.join(', ')}`,
  noRecordNamed: ({ name }) => `refers to ${name}, which does not exist`,
};
