import { onScopeDispose, ref } from 'vue';

const STORAGE_KEY = 'quire.help-key';
const OFF = 'off';
/** Whether the help about the page is open. */
export const isHelpShown = ref(false);

/** Where a question mark is written, or means something else. */
const WRITES =
  'input, textarea, select, [contenteditable=true], [role=spinbutton], [role=application], [role=combobox]';

/** Whether the key opens the help. People who speak to their computer may switch it off. */
export const isKeyOn = ref(localStorage.getItem(STORAGE_KEY) !== OFF);

export function switchKey(isOn: boolean): void {
  isKeyOn.value = isOn;
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, OFF);
}

/** Opens the help by the key `?`, unless it is typed somewhere or a dialog is open. */
export function useHelpKey(): void {
  const press = (event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.isComposing || !isKeyOn.value) return;
    const isWritten = event.target instanceof Element && event.target.closest(WRITES) !== null;
    if (isWritten || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    isHelpShown.value = true;
  };
  addEventListener('keydown', press);
  onScopeDispose(() => removeEventListener('keydown', press));
}
