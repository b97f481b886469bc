import { defineControl } from 'quire-cms/console';

export default defineControl({
  contract: 1,
  name: 'fragile',
  kinds: ['text'],
  component: () => import('./FragileInput.vue'),
});
