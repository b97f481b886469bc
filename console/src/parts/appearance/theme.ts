import { ref } from 'vue';

export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'quire.theme';

/** The appearance that the user chose. */
export const theme = ref<Theme>(kept());

/** Applies the theme to the document. */
export function applyTheme(wanted: Theme = theme.value): void {
  theme.value = wanted;
  if (wanted === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}

export function chooseTheme(wanted: Theme): void {
  localStorage.setItem(STORAGE_KEY, wanted);
  applyTheme(wanted);
}

function kept(): Theme {
  const found = localStorage.getItem(STORAGE_KEY);
  return found === 'light' || found === 'dark' ? found : 'system';
}
