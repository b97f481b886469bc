import { onScopeDispose, type ShallowRef, shallowRef, watch } from 'vue';
import { browserEdits, storedChanges } from './edit-store.ts';
import { type EditPlace, keyOf, type UnsavedEdit } from './unsaved-edit.ts';

/** The open forms of this tab, which send their edits themselves. */
const open = shallowRef<ReadonlySet<string>>(new Set());

/** Registers an open form. Returns the function that unregisters it. */
export function openPlace(place: EditPlace): () => void {
  const key = keyOf(place);
  open.value = new Set([...open.value, key]);
  return () => {
    open.value = new Set([...open.value].filter((one) => one !== key));
  };
}

/** The edits of a user without an open form, the newest first. */
export function useUnsavedEdits(
  owner: () => Pick<EditPlace, 'server' | 'user'>,
): ShallowRef<readonly UnsavedEdit[]> {
  const unsaved = shallowRef<readonly UnsavedEdit[]>([]);
  let isOver = false;

  async function read() {
    const all = await browserEdits.list(owner()).catch(() => []);
    const closed = all.filter((edit) => !open.value.has(keyOf(edit)));
    if (!isOver) unsaved.value = closed.sort((one, other) => other.time - one.time);
  }

  watch([storedChanges, open, owner], () => void read(), { immediate: true });
  onScopeDispose(() => {
    isOver = true;
  });
  return unsaved;
}
