import { defineCell, defineControl } from 'quire-cms/console';

export const colour = defineControl({
  contract: 1,
  name: 'colour',
  kinds: ['text'],
  component: () => import('./ColourInput.vue'),
});

export const swatch = defineCell({
  contract: 1,
  name: 'swatch',
  kinds: ['text'],
  component: () => import('./ColourSwatch.vue'),
});
