import { defineModule } from '../../module/define-module.ts';
import { undoRecord } from './undo.record.ts';
import { undoRoutes } from './undo-routes.ts';

/** Takes back many changes at once. */
export const undo = defineModule({
  name: 'undo',
  records: [undoRecord],
  commands: { undo: async () => (await import('./command.ts')).undo },
  open: ({ records }) => ({ routes: undoRoutes(records) }),
});
