import type { InOtherWords } from '../../languages.ts';
import type { routes as source } from '../../zh/routes/routes.ts';

export const routes: InOtherWords<typeof source> = {
  apiTitle: 'Quire API',
  timestamp: 'a timestamp in milliseconds',
  previousOfLastPage: 'previous of the page after',
  aroundRecord: 'The page with this record in its middle',
  fromValue: 'The page from this value of the first sorted field on; past the last one, the end of the list',
  countRule: ({ records, values }) =>
    `Records of a page: at most ${records}, or more where records times fields are at most ${values}`,
  nextOfLastPage: 'next of the page before',
};
