import { defineModule } from '../../module/define-module.ts';
import { undoCollection } from './undo.collection.ts';
import { undoRoutes } from './undo-routes.ts';

/** Takes back many changes at once. */
export const undo = defineModule({
  name: 'undo',
  about: 'server',
  collections: [undoCollection],
  commands: { undo: async () => (await import('./command.ts')).undo },
  open: ({ store }) => ({ routes: undoRoutes(store) }),
});
