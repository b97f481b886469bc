import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  searchSummary: 'Search several collections at once',
  searchTag: 'Search',
  searchCollections: 'Names of collections, separated by commas; by default all that can be searched',
  searchSort: 'The best records of all collections first',
};
