import { defineAsyncComponent } from 'vue';

/** The sheet for another record. It holds a form, and forms hold controls: the one import that leads back to the pages. */
export const RecordDialog = defineAsyncComponent(() => import('../../pages/record/RecordDialog.vue'));
