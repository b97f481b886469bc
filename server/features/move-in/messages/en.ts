import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  movedRecordLabel: 'moved record',
  movedIn: ({ username, name }) => `${username} moved ${name} in`,
};
