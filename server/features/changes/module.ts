import { defineModule } from '../../module/define-module.ts';
import { changeRoutes } from './change-routes.ts';
import { openChanges } from './open-changes.ts';

/** The feed of changes, and its streams. */
export const changes = defineModule({
  name: 'changes',
  open: (host) => ({ routes: changeRoutes(openChanges(host)) }),
});
