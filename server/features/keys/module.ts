import { defineModule } from '../../module/define-module.ts';
import { keyRoutes } from './key-routes.ts';
import { mayManage } from './manageable.ts';
import { serviceUserRoutes } from './service-user-routes.ts';

/** API keys, and the users that programs are. */
export const keys = defineModule({
  name: 'keys',
  permissions: [mayManage],
  keyReach: 'accounts',
  open: ({ settings }) => ({
    routes: [...serviceUserRoutes, ...keyRoutes(settings.programRequestsPerMinute)],
  }),
});
