import { ref } from 'vue';
import { WIDTHS, type WidthName } from './frame-widths.ts';

const STORAGE_KEY = 'quire.preview-width';

/** Whether the preview is open. It stays open from record to record. */
export const isPreviewing = ref(false);

/** The width that the user chose in this browser. */
export const chosenWidth = ref<WidthName>(kept());

export function chooseWidth(width: WidthName): void {
  chosenWidth.value = width;
  localStorage.setItem(STORAGE_KEY, width);
}

function kept(): WidthName {
  const found = localStorage.getItem(STORAGE_KEY) ?? '';
  return found in WIDTHS ? (found as WidthName) : 'phone';
}
