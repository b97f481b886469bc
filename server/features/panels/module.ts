import { defineModule } from '../../module/define-module.ts';
import { panelRoute } from './panel-routes.ts';

/** What a project counts and measures, for the overview of the console. */
export const panels = defineModule({
  name: 'panels',
  keyReach: 'eachCollection',
  open: ({ work, store: { catalogue } }) => ({ routes: [panelRoute(catalogue, work.panels)] }),
});
