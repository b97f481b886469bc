import { defineModule } from '../../module/define-module.ts';
import { consolePageRoutes } from './page-routes.ts';

/** The pages of the console. */
export const consolePages = defineModule({
  name: 'console',
  about: 'server',
  open: ({ page }) => ({ routes: page ? consolePageRoutes(page) : [] }),
});
