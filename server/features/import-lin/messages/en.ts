import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  importedRecordLabel: 'imported record',
  linImported: ({ username, name }) => `${username} imported the Lin CMS database ${name}`,
  seeWholeLogInLin: 'See the log',
};
