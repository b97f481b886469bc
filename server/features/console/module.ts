import { originOf } from '../../../contract/preview-address.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import { defineModule } from '../../module/define-module.ts';
import { logoRoutes } from './logo-routes.ts';
import { consolePageRoutes } from './page-routes.ts';
import { partRoutes } from './part-routes.ts';

/** The pages of the console. */
export const consolePages = defineModule({
  name: 'console',
  needs: ['isolated'],
  about: 'server',
  open: ({ page, consoleParts, plugins, store: { catalogue }, settings: { projectLogo, mapTiles } }) => ({
    routes: page
      ? [
          ...logoRoutes(projectLogo),
          ...partRoutes(consoleParts, plugins, catalogue),
          ...consolePageRoutes(page, { tiles: mapTiles, sites: sitesOf(catalogue) }),
        ]
      : [],
  }),
});

/** The origins of the pages that show records. */
function sitesOf({ served }: Catalogue): string[] {
  const pages = served.flatMap(({ presentation: { preview } }) => preview ?? []);
  return [...new Set(pages.map(({ url }) => originOf(url)))].sort();
}
