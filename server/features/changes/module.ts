import { integer } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { changeRoutes } from './change-routes.ts';
import { openChanges } from './open-changes.ts';

/** The feed of changes, and its streams. */
export const changes = defineModule({
  name: 'changes',
  settings: {
    CHANGE_LISTENERS: integer({
      initial: 10_000,
      min: 2,
      max: 1_000_000,
      meaning:
        'Streams of changes that each process keeps open, of one caller or network at most half; further ones get 429.',
    }),
  },
  open(host) {
    const parts = openChanges(host, host.settings.changeListeners);
    return { routes: changeRoutes(parts), streams: () => parts.listeners.list() };
  },
});
