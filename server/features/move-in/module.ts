import { defineModule } from '../../module/define-module.ts';
import { moved } from './moved.collection.ts';

/** What a command moves in from other systems. */
export const moveIn = defineModule({
  name: 'move-in',
  needs: ['files', 'webhooks'],
  collections: [moved],
  commands: { 'move-in': async () => (await import('./command.ts')).moveIn },
});
