import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { changeFile, type FileChanges, type LibraryFile } from '../../api/files/library.ts';
import { refreshLibrary } from '../../api/files/use-library.ts';
import { toastError } from '../../parts/toast-error.ts';
import { toast } from '../../parts/toasts.ts';
import { t } from '../../texts/tasks.ts';

interface Change {
  readonly id: string;
  readonly changes: FileChanges;
  /** What takes it back. */
  readonly back: FileChanges;
}

/** Changes the details of several files, with an undo in the toast. */
export function useFileChanges() {
  const client = useQueryClient();
  const isBusy = ref(false);

  async function run(changes: readonly Change[], textOf: (count: number) => string): Promise<void> {
    isBusy.value = true;
    const done: Change[] = [];
    try {
      for (const one of changes) {
        await changeFile(one.id, one.changes);
        done.push(one);
      }
    } catch (error) {
      toastError(error);
    } finally {
      isBusy.value = false;
      await refreshLibrary(client);
    }
    if (done.length === 0) return;
    const backwards = done.map(({ id, changes: made, back }) => ({ id, changes: back, back: made }));
    toast({
      text: textOf(done.length),
      action: { label: t.form.undo, run: () => run(backwards, t.files.takenBack) },
    });
  }

  return {
    isBusy,
    move: (files: readonly LibraryFile[], folder: string | null) =>
      run(
        files
          .filter((file) => (file.folder_id ?? null) !== folder)
          .map(({ id, folder_id = null }) => ({ id, changes: { folder_id: folder }, back: { folder_id } })),
        t.files.moved,
      ),
    retag: (files: readonly LibraryFile[], added: readonly string[], removed: readonly string[]) =>
      run(
        files.map(({ id, tags = [] }) => ({
          id,
          changes: { tags: retagged(tags, added, removed) },
          back: { tags },
        })),
        t.files.retagged,
      ),
  };
}

function retagged(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  return [...new Set([...tags.filter((name) => !removed.includes(name)), ...added])];
}
