import type { InOtherWords } from '../../languages.ts';
import type { routes as source } from '../../zh/routes/routes.ts';

export const routes: InOtherWords<typeof source> = {
  apiTitle: 'Quire API',
  timestamp: 'a timestamp in milliseconds',
  previousOfLastPage: 'previous of the page after',
  aroundRow: 'The page with this row in its middle',
  fromValue: 'The page from this value of the first sorted field on; past the last one, the end of the list',
  countRule: ({ rows, values }) =>
    `Rows of a page: at most ${rows}, or more where rows times fields are at most ${values}`,
  nextOfLastPage: 'next of the page before',
};
