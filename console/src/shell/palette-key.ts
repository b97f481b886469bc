import { onScopeDispose, readonly, ref } from 'vue';

/** Whether the user's machine writes ⌘ on the key that programs are told by. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key that opens the palette is written. */
export const paletteKey = isMac ? '⌘K' : 'Ctrl K';

const isShown = ref(false);

/** Whether the palette lies over the page. */
export const isPaletteShown = readonly(isShown);

export function showPalette(shown: boolean): void {
  isShown.value = shown;
}

/** Opens the palette by Ctrl K or ⌘K, unless a dialog asks for something first. */
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
