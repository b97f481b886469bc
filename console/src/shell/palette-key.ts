import { onScopeDispose, readonly, ref } from 'vue';

/** Whether the command key is ⌘. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The label of the shortcut that opens the palette. */
export const paletteKey = isMac ? '⌘K' : 'Ctrl K';

const isShown = ref(false);

/** Whether the palette is open. */
export const isPaletteShown = readonly(isShown);

/** What was typed since the palette was opened and before it was loaded. */
let typed = '';

export function showPalette(shown: boolean): void {
  isShown.value = shown;
  typed = '';
}

/** Hands over what was typed while the palette was loaded. */
export function takeTyped(): string {
  const words = typed;
  typed = '';
  return words;
}

function keepTyped(event: KeyboardEvent): void {
  const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.isComposing;
  if (!isText || !isShown.value || document.querySelector('dialog.palette')) return;
  event.preventDefault();
  typed += event.key;
}

/** Opens the palette by Ctrl K or ⌘K, unless another dialog is open. */
export function usePaletteKey(): void {
  const press = (event: KeyboardEvent) => {
    keepTyped(event);
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
