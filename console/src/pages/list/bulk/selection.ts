import { computed, ref, shallowReactive } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { countRecords } from '../../../api/records/counts.ts';
import { onlyIds, type RecordFilter } from '../../../api/records/record-filter.ts';
import type { ListedRecord } from '../../../api/records/record-list.ts';

/** As many ids as fit into an address. Beyond that, records are selected by filter. */
const MOST = 500;

/** The selected records: some by id, or all that the filter finds. */
export function useSelection(collection: ServedDescription, list: () => RecordFilter) {
  const picked = shallowReactive(new Map<string, ListedRecord>());
  /** The number of records of the list, if all are selected. */
  const all = ref<number>();
  const count = computed(() => all.value ?? picked.size);
  let changes = 0;
  /** The record toggled last, at which a range begins. */
  let last: string | undefined;
  const may = (action: 'delete' | 'update') =>
    computed(
      () => !!collection.actions[action] && [...picked.values()].every(({ can }) => can?.[action] !== false),
    );

  const has = (id: string) => all.value !== undefined || picked.has(id);
  /** Whether all of these records are selected, or as many as possible. */
  const hasRecords = (records: readonly ListedRecord[]) =>
    records.length > 0 && records.slice(0, MOST).every(({ id }) => has(id));

  function toggle(record: ListedRecord): void {
    begin(record);
    if (!picked.delete(record.id)) add([record]);
  }

  /** Toggles a record of these, and brings all records from the one toggled before into the same state. */
  function toggleRange(records: readonly ListedRecord[], to: number): void {
    const record = records[to];
    const before = records.findIndex(({ id }) => id === last);
    const from = before < 0 ? to : before;
    if (!record) return;
    const isPicked = has(record.id);
    begin(record);
    const meant = records.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (isPicked) for (const { id } of meant) picked.delete(id);
    else add(meant);
  }

  /** Adds these records to the selection. */
  function pick(records: readonly ListedRecord[]): void {
    if (all.value !== undefined) return;
    changes += 1;
    add(records);
  }

  /** One record is meant from here on, no longer the whole list. */
  function begin({ id }: ListedRecord): void {
    changes += 1;
    all.value = undefined;
    last = id;
  }

  function add(records: readonly ListedRecord[]): void {
    for (const record of records) if (picked.size < MOST) picked.set(record.id, record);
  }

  /** Selects all of these, or none if all are selected. */
  function toggleRecords(records: readonly ListedRecord[]): void {
    const areAll = hasRecords(records);
    clear();
    if (!areAll) add(records);
  }

  /** Selects every record that the filter finds now, unless the selection changes before they are counted. */
  async function pickAll(): Promise<void> {
    const before = changes;
    const counted = await countRecords(collection, meantByList());
    if (changes === before) all.value = counted;
  }

  function clear(): void {
    changes += 1;
    all.value = undefined;
    last = undefined;
    picked.clear();
  }

  function meantByList(): RecordFilter {
    const { q, missing, filter } = list();
    return {
      ...(q !== undefined && { q }),
      ...(missing !== undefined && { missing }),
      ...(filter !== undefined && { filter }),
    };
  }

  /** The filter for the selected records. */
  const meant = computed<RecordFilter>(() =>
    all.value === undefined ? onlyIds([...picked.keys()]) : meantByList(),
  );

  return {
    ...{ picked, all, count, meant, mayDelete: may('delete'), mayUpdate: may('update') },
    ...{ has, hasRecords, toggle, toggleRange, toggleRecords, pick, pickAll, clear },
  };
}

export type Selection = ReturnType<typeof useSelection>;
