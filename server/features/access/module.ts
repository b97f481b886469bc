import { defineModule } from '../../module/define-module.ts';
import { accessRoutes } from './access-routes.ts';

/** Explains who may do what, and why. */
export const access = defineModule({
  name: 'access',
  open: ({ store, routes, settings, findKey }) => ({
    routes: accessRoutes(store, routes, { findKey, factorPolicy: settings.factorPolicy }),
  }),
});
