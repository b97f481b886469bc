import { defineModule } from '../../module/define-module.ts';
import { imported } from './imported.collection.ts';

/** What a command imports from a Lin CMS. */
export const importLin = defineModule({
  name: 'import-lin',
  needs: ['files'],
  collections: [imported],
  commands: { 'import-lin': async () => (await import('./command.ts')).importLinCms },
});
