import { defineControl } from 'quire-cms/console';
export default defineControl({
  contract: 1,
  name: 'colour',
  kinds: ['text'],
  component: () => import('./ColourInput.vue'),
});
