import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  badTime: ({ allowed }) => `must look like ${allowed}`,
  searchTheLog: 'Search the log',
  seeLoggedUsers: 'See who is named in the log',
  listLog: 'The log, latest first',
  searchLog: 'Search the log by words, user and time',
  exportLog: 'The log as a file, latest first',
  onlyByKey: 'Only what was done with the API key of this id',
  withAddresses: 'Whether lines tell the networks of strangers, sign-ins and refused requests',
  withRefusalIds: 'Whether lines of refusals tell the id that explains them',
  loggedUsers: 'Users named in the log',
  logActivity: 'Log lines by hour or day: what was done, and what was refused',
  minutesAheadOfUtc: 'Minutes by which the reader is ahead of UTC',
  tooManyPeriods: ({ max }) => `covers more than ${max} periods`,
  onlyRefused: 'true: refused requests alone; false: all others',
  onlySessions: 'true: sign-ins, renewed tokens and sign-outs alone; false: all others',
};
