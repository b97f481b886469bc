import { computed, ref, shallowReactive } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { countRows } from '../../../api/rows/counts.ts';
import { onlyIds, type RowFilter } from '../../../api/rows/row-filter.ts';
import type { ListedRow } from '../../../api/rows/row-list.ts';

/** As many ids as fit into an address. Beyond that, rows are selected by filter. */
const MOST = 500;

/** The selected rows: some by id, or all that the filter finds. */
export function useSelection(collection: ServedDescription, list: () => RowFilter) {
  const picked = shallowReactive(new Map<string, ListedRow>());
  /** The number of rows of the list, if all are selected. */
  const all = ref<number>();
  const count = computed(() => all.value ?? picked.size);
  let changes = 0;
  /** The row toggled last, at which a range begins. */
  let last: string | undefined;
  const may = (action: 'delete' | 'update') =>
    computed(
      () => !!collection.actions[action] && [...picked.values()].every(({ can }) => can?.[action] !== false),
    );

  const has = (id: string) => all.value !== undefined || picked.has(id);
  /** Whether all of these rows are selected, or as many as possible. */
  const hasRows = (rows: readonly ListedRow[]) =>
    rows.length > 0 && rows.slice(0, MOST).every(({ id }) => has(id));

  function toggle(row: ListedRow): void {
    begin(row);
    if (!picked.delete(row.id)) add([row]);
  }

  /** Toggles a row of these, and brings all rows from the one toggled before into the same state. */
  function toggleRange(rows: readonly ListedRow[], to: number): void {
    const row = rows[to];
    const before = rows.findIndex(({ id }) => id === last);
    const from = before < 0 ? to : before;
    if (!row) return;
    const isPicked = has(row.id);
    begin(row);
    const meant = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (isPicked) for (const { id } of meant) picked.delete(id);
    else add(meant);
  }

  /** Adds these rows to the selection. */
  function pick(rows: readonly ListedRow[]): void {
    if (all.value !== undefined) return;
    changes += 1;
    add(rows);
  }

  /** One row is meant from here on, no longer the whole list. */
  function begin({ id }: ListedRow): void {
    changes += 1;
    all.value = undefined;
    last = id;
  }

  function add(rows: readonly ListedRow[]): void {
    for (const row of rows) if (picked.size < MOST) picked.set(row.id, row);
  }

  /** Selects all of these, or none if all are selected. */
  function toggleRows(rows: readonly ListedRow[]): void {
    const areAll = hasRows(rows);
    clear();
    if (!areAll) add(rows);
  }

  /** Selects every row that the filter finds now, unless the selection changes before they are counted. */
  async function pickAll(): Promise<void> {
    const before = changes;
    const counted = await countRows(collection, meantByList());
    if (changes === before) all.value = counted;
  }

  function clear(): void {
    changes += 1;
    all.value = undefined;
    last = undefined;
    picked.clear();
  }

  function meantByList(): RowFilter {
    const { q, missing, filter } = list();
    return {
      ...(q !== undefined && { q }),
      ...(missing !== undefined && { missing }),
      ...(filter !== undefined && { filter }),
    };
  }

  /** The filter for the selected rows. */
  const meant = computed<RowFilter>(() =>
    all.value === undefined ? onlyIds([...picked.keys()]) : meantByList(),
  );

  return {
    ...{ picked, all, count, meant, mayDelete: may('delete'), mayUpdate: may('update') },
    ...{ has, hasRows, toggle, toggleRange, toggleRows, pick, pickAll, clear },
  };
}

export type Selection = ReturnType<typeof useSelection>;
