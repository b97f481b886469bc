import { defineModule } from '../../module/define-module.ts';

/** Copies everything to a database of any engine. */
export const copy = defineModule({
  name: 'copy',
  commands: { copy: async () => (await import('./command.ts')).copy },
});
