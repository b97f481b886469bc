import { computed, ref, shallowRef } from 'vue';
import type { FileChanges, LibraryFile } from '../../../api/files/library.ts';
import { type AltTexts, altChanges } from '../../../form/alt-texts.ts';
import type { Focus } from '../../../form/focus.ts';

/** The edited details of a file, and their changes. */
export function useFileEdit(file: () => LibraryFile) {
  const name = ref('');
  const alt = shallowRef<AltTexts>({});
  /** Null for the middle. */
  const focus = shallowRef<Focus | null>(null);
  const folder = ref('');
  const tags = shallowRef<readonly string[]>([]);

  const changes = computed<FileChanges>(() => {
    const now = file();
    const said = altChanges(now.alt, alt.value);
    return {
      ...(name.value.trim() !== now.name && name.value.trim() !== '' && { name: name.value.trim() }),
      ...(Object.keys(said).length > 0 && { alt: said }),
      ...(!sameFocus(focus.value, focusOf(now)) && {
        focus_x: focus.value?.x ?? null,
        focus_y: focus.value?.y ?? null,
      }),
      ...(folder.value !== (now.folder_id ?? '') && { folder_id: folder.value || null }),
      ...(!sameTags(tags.value, now.tags) && { tags: tags.value }),
    };
  });

  /** Resets the form to the stored file. */
  function reset(): void {
    const now = file();
    name.value = now.name;
    alt.value = { ...now.alt };
    focus.value = focusOf(now);
    folder.value = now.folder_id ?? '';
    tags.value = now.tags ?? [];
  }

  /** Takes over another state of the file, except for what was changed since `before`. */
  function rebase(before: LibraryFile): void {
    const now = file();
    if (name.value === before.name) name.value = now.name;
    alt.value = { ...now.alt, ...altChanges(before.alt, alt.value) };
    if (sameFocus(focus.value, focusOf(before))) focus.value = focusOf(now);
    if (folder.value === (before.folder_id ?? '')) folder.value = now.folder_id ?? '';
    if (sameTags(tags.value, before.tags)) tags.value = now.tags ?? [];
  }

  reset();
  return {
    name,
    alt,
    focus,
    folder,
    tags,
    changes,
    isDirty: computed(() => Object.keys(changes.value).length > 0),
    reset,
    rebase,
  };
}

/** The changes that undo others. */
export function backOf(file: LibraryFile, changes: FileChanges): FileChanges {
  const { name, alt = {}, focus_x = null, focus_y = null, folder_id = null, tags = [] } = file;
  const texts = Object.keys(changes.alt ?? {}).map((language) => [language, alt[language] ?? null]);
  const before = { name, focus_x, focus_y, folder_id, tags, alt: Object.fromEntries(texts) };
  return Object.fromEntries(Object.entries(before).filter(([key]) => key in changes));
}

function sameFocus(one: Focus | null, other: Focus | null): boolean {
  return one?.x === other?.x && one?.y === other?.y;
}

function sameTags(one: readonly string[], other: readonly string[] = []): boolean {
  return one.join() === other.join();
}

function focusOf({ focus_x, focus_y }: LibraryFile): Focus | null {
  return focus_x === undefined && focus_y === undefined ? null : { x: focus_x ?? 50, y: focus_y ?? 50 };
}
