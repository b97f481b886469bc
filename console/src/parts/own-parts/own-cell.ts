import { defineAsyncComponent } from 'vue';

/** What a project shows in place of a value's text: loaded once a field asks for it. */
export const OwnCell = defineAsyncComponent(() => import('./OwnCell.vue'));
