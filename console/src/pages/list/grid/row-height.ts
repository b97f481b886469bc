import { computed, ref } from 'vue';

const narrow = matchMedia('(width < 640px)');
const coarse = matchMedia('(pointer: coarse)');
const isNarrow = ref(narrow.matches);
const isCoarse = ref(coarse.matches);
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});
coarse.addEventListener('change', () => {
  isCoarse.value = coarse.matches;
});

/** The height of a record in px: one line, or a card of three where there is no room for columns. list.css has the same. */
export const rowHeight = computed(() => (isNarrow.value ? 76 : isCoarse.value ? 48 : 40));
