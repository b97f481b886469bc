import { defineModule } from '../../module/define-module.ts';
import { logRoutes, logRules } from './log-routes.ts';

/** The audit log, for those who may read it. */
export const logs = defineModule({
  name: 'logs',
  permissions: logRules,
  open: ({ permissions }) => ({ routes: logRoutes(permissions) }),
});
