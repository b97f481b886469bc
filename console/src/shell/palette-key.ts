import { onScopeDispose, readonly, ref } from 'vue';

/** Whether the command key is ⌘. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The label of the shortcut that opens the palette. */
export const paletteKey = isMac ? '⌘K' : 'Ctrl K';

const isShown = ref(false);

/** Whether the palette is open. */
export const isPaletteShown = readonly(isShown);

export function showPalette(shown: boolean): void {
  isShown.value = shown;
}

/** Opens the palette by Ctrl K or ⌘K, unless another dialog is open. */
export function usePaletteKey(): void {
  const press = (event: KeyboardEvent) => {
    const isKey =
      event.key.toLowerCase() === 'k' &&
      (isMac ? event.metaKey : event.ctrlKey) &&
      !event.altKey &&
      !event.shiftKey;
    if (!isKey || event.isComposing) return;
    event.preventDefault();
    if (!document.querySelector('dialog:modal:not(.palette, .drawer)')) showPalette(!isShown.value);
  };
  addEventListener('keydown', press);
  onScopeDispose(() => removeEventListener('keydown', press));
}
