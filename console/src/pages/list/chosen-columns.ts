import { shallowReactive } from 'vue';
import { me, onUserChange } from '../../api/session.ts';

const chosen = shallowReactive(new Map<string, readonly string[] | undefined>());

onUserChange(() => chosen.clear());

/** The columns that the user chose in this browser; undefined for those of the definition. */
export function chosenColumns(record: string): readonly string[] | undefined {
  if (!chosen.has(record)) chosen.set(record, localStorage.getItem(keyOf(record))?.split(','));
  return chosen.get(record);
}

export function chooseColumns(record: string, columns: readonly string[] | undefined): void {
  chosen.set(record, columns);
  if (columns === undefined) localStorage.removeItem(keyOf(record));
  else localStorage.setItem(keyOf(record), columns.join());
}

function keyOf(record: string): string {
  return `quire.columns.${me.value?.id}.${record}`;
}
