import { defineCell } from 'quire-cms/console';

export const swatch = defineCell({
  contract: 1,
  name: 'swatch',
  kinds: ['text'],
  component: () => import('./ColourCell.vue'),
});
export const fragile = defineCell({
  contract: 1,
  name: 'fragile',
  kinds: ['text'],
  component: () => import('./FragileInput.vue'),
});
