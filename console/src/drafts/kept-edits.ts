import { onScopeDispose, type ShallowRef, shallowRef, watch } from 'vue';
import { type Draft, type DraftPlace, keyOf } from './draft.ts';
import { browserDrafts, draftChanges } from './draft-store.ts';

/** The places whose forms are open in this tab: they send their edits themselves. */
const open = shallowRef<ReadonlySet<string>>(new Set());

/** Tells that a form is open, until the function that is answered is called. */
export function openPlace(place: DraftPlace): () => void {
  const key = keyOf(place);
  open.value = new Set([...open.value, key]);
  return () => {
    open.value = new Set([...open.value].filter((one) => one !== key));
  };
}

/** The edits of a user that no open form shows, the newest first. */
export function useKeptEdits(owner: () => Pick<DraftPlace, 'server' | 'user'>): ShallowRef<readonly Draft[]> {
  const kept = shallowRef<readonly Draft[]>([]);
  let isOver = false;

  async function read() {
    const all = await browserDrafts.list(owner()).catch(() => []);
    const closed = all.filter((draft) => !open.value.has(keyOf(draft)));
    if (!isOver) kept.value = closed.sort((one, other) => other.time - one.time);
  }

  watch([draftChanges, open, owner], () => void read(), { immediate: true });
  onScopeDispose(() => {
    isOver = true;
  });
  return kept;
}
