import { defineModule } from '../../module/define-module.ts';
import { definitionRoutes } from './definition-routes.ts';
import { ownRoutes } from './own-routes.ts';

/** What a caller may know and do, for programs that adapt to it: the definitions of collections, and the routes. */
export const descriptions = defineModule({
  name: 'descriptions',
  keyReach: 'eachCollection',
  open: ({ settings, store: { catalogue }, routes }) => ({
    routes: [ownRoutes(catalogue, routes), ...definitionRoutes(catalogue, settings.uploadRules)],
  }),
});
