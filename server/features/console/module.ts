import { defineModule } from '../../module/define-module.ts';
import { logoRoutes } from './logo-routes.ts';
import { consolePageRoutes } from './page-routes.ts';

/** The pages of the console. */
export const consolePages = defineModule({
  name: 'console',
  about: 'server',
  open: ({ page, settings: { projectLogo, mapTiles } }) => ({
    routes: page ? [...logoRoutes(projectLogo), ...consolePageRoutes(page, mapTiles)] : [],
  }),
});
