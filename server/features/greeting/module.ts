import { defineModule } from '../../module/define-module.ts';
import { greetingRoutes, maySeeInformation } from './greeting-routes.ts';

/** What people see who set up a client. */
export const greeting = defineModule({
  name: 'greeting',
  about: 'server',
  permissions: [maySeeInformation],
  open: ({ page }) => ({ routes: greetingRoutes(page !== undefined) }),
});
