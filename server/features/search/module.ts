import { defineModule } from '../../module/define-module.ts';
import { searchRoute } from './search-route.ts';

/** A search through several collections. */
export const search = defineModule({
  name: 'search',
  open: () => ({ routes: [searchRoute] }),
});
