import { defineControl } from 'quire-cms/console';

export default defineControl({
  contract: 1,
  name: 'area',
  kinds: ['json'],
  component: () => import('./AreaMap.vue'),
});
