import { defineModule } from '../../module/define-module.ts';
import { factorRoutes } from './factor-routes.ts';

/** Second factors of accounts. */
export const secondFactor = defineModule({
  name: 'second-factor',
  open: ({ settings, factors }) => ({ routes: factorRoutes({ ...factors, policy: settings.factorPolicy }) }),
});
