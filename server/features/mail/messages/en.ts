import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  mailTag: 'Mail',
  mailListSummary: 'The mails that are kept instead of sent',
  mailSummary: 'One mail as it would be sent',
};
