import { defineModule } from '../../module/define-module.ts';

/** A command that writes definitions for the tables of other programs. */
export const adopt = defineModule({
  name: 'adopt',
  needs: ['import-lin'],
  commands: { adopt: async () => (await import('./command.ts')).adopt },
});
