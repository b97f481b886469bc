import { shallowReactive } from 'vue';
import { me, onUserChange } from '../../api/session.ts';

const chosen = shallowReactive(new Map<string, readonly string[] | undefined>());

onUserChange(() => chosen.clear());

/** The columns that the user chose in this browser; undefined for those of the definition. */
export function chosenColumns(collection: string): readonly string[] | undefined {
  if (!chosen.has(collection)) chosen.set(collection, localStorage.getItem(keyOf(collection))?.split(','));
  return chosen.get(collection);
}

export function chooseColumns(collection: string, columns: readonly string[] | undefined): void {
  chosen.set(collection, columns);
  if (columns === undefined) localStorage.removeItem(keyOf(collection));
  else localStorage.setItem(keyOf(collection), columns.join());
}

function keyOf(collection: string): string {
  return `quire.columns.${me.value?.id}.${collection}`;
}
