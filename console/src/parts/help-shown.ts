import { ref } from 'vue';

/** Whether the help about the page is open. */
export const isHelpShown = ref(false);
