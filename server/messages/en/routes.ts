import type { InOtherWords } from '../languages.ts';
import type { routes as source } from '../zh/routes.ts';

export const routes: InOtherWords<typeof source> = {
  apiTitle: 'Quire API',
  timestamp: 'a timestamp in milliseconds',
  nextOfLastPage: 'next of the page before',
};
