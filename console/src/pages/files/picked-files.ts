import { computed, shallowReactive } from 'vue';
import type { LibraryFile } from '../../api/files/library.ts';

/** The selected files, in the order of the list. Shift selects a range. */
export function usePickedFiles(shown: () => readonly LibraryFile[]) {
  const picked = shallowReactive(new Set<string>());
  let last: string | undefined;
  const files = computed(() => shown().filter(({ id }) => picked.has(id)));

  function pick(id: string, isRange: boolean): void {
    const ids = shown().map((file) => file.id);
    const [from, to] = [ids.indexOf(last ?? ''), ids.indexOf(id)].toSorted((one, other) => one - other);
    const isPicked = !picked.has(id);
    const meant = isRange && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [id];
    for (const one of meant) isPicked ? picked.add(one) : picked.delete(one);
    last = id;
  }

  function pickAll(): void {
    for (const { id } of shown()) picked.add(id);
  }

  return { files, pick, pickAll, has: (id: string) => picked.has(id), clear: () => picked.clear() };
}
