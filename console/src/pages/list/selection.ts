import { computed, shallowReactive } from 'vue';
import type { ServedDescription } from '../../api/definitions.ts';
import type { ListedRow } from '../../api/row-list.ts';

/** One request takes as many writes. */
const MOST = 1000;

/** The rows that were picked, with what is allowed on all of them. */
export function useSelection(record: ServedDescription) {
  const picked = shallowReactive(new Map<string, ListedRow>());
  const count = computed(() => picked.size);
  const may = (action: 'delete' | 'update') =>
    computed(
      () => !!record.actions[action] && [...picked.values()].every(({ can }) => can?.[action] !== false),
    );

  function toggle(row: ListedRow): void {
    if (picked.delete(row.id) || picked.size >= MOST) return;
    picked.set(row.id, row);
  }

  /** All of these, or none of them where all are picked already. */
  function toggleAll(rows: readonly ListedRow[]): void {
    const wanted = rows.slice(0, MOST);
    const areAll = wanted.every(({ id }) => picked.has(id));
    for (const row of wanted) {
      if (areAll) picked.delete(row.id);
      else if (picked.size < MOST) picked.set(row.id, row);
    }
  }

  return { picked, count, mayDelete: may('delete'), mayUpdate: may('update'), toggle, toggleAll };
}

export type Selection = ReturnType<typeof useSelection>;
