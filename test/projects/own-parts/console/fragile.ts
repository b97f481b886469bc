import { defineControl } from 'quire-cms/console';

export default defineControl({
  contract: 1,
  name: 'fragile',
  kinds: ['text'],
  component: () => import('./FragileInput.vue'),
});

export const torn = defineControl({
  contract: 1,
  name: 'torn',
  kinds: ['group'],
  component: () => import('./FragileInput.vue'),
});
