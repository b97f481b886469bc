import { defineCell, defineControl } from 'quire-cms/console';

export const ends = defineControl({
  contract: 1,
  name: 'ends',
  kinds: ['group'],
  component: () => import('./EndsInput.vue'),
});
export const endsCell = defineCell({
  contract: 1,
  name: 'ends',
  kinds: ['group'],
  component: () => import('./EndsCell.vue'),
});
