import { computed, watch } from 'vue';
import {
  type Description,
  type FieldDescription,
  isPeople,
  type ServedDescription,
  useDefinitions,
} from '../../../api/definitions.ts';
import { type ListOptions, readRecords, recordClient } from '../../../api/records/record-list.ts';
import { language } from '../../../texts/index.ts';
import { makeCellTexts } from '../grid/cell-text.ts';
import { queryFor } from '../grid/columns.ts';
import { useRowWindow } from '../row-window.ts';

/** What a layout reads: the records of the list, or those among them that meet a condition. */
export interface LaidRecords {
  readonly collection: ServedDescription;
  readonly fields: readonly FieldDescription[];
  readonly options: () => ListOptions;
  readonly filter?: () => object;
  /** By default the order of the list. */
  readonly sort?: string;
}

/** The most records that one request reads. */
const MOST = 200;
const FIRST = 60;

/** Records of a list for a layout, read anew when the list changes, and the texts of their fields. */
export function useLaidRecords({ collection, fields, options, filter, sort }: LaidRecords) {
  const { definitions, find } = useDefinitions();
  const findFollowed = (name: string): Description | undefined => {
    const found = find(name);
    return found && (found.actions.read || isPeople(found)) ? found : undefined;
  };
  const asked = computed(() => {
    const conditions = [options().filter, filter?.()].filter((one) => one !== undefined);
    return {
      ...options(),
      ...queryFor(fields, collection, findFollowed),
      ...(sort !== undefined && { sort }),
      ...(conditions.length > 0 && { filter: { and: conditions } }),
    };
  });
  const window = useRowWindow(
    (place, count) =>
      readRecords(recordClient(collection, definitions.value), {
        ...asked.value,
        ...place,
        count,
        can: true,
      }),
    () => MOST,
  );
  const texts = computed(() => makeCellTexts(fields, findFollowed, language.value));
  watch(
    () => JSON.stringify(asked.value),
    () => window.open({}, FIRST),
    { immediate: true },
  );
  return { ...window, texts };
}

/** The fields of a card: the first columns beside the title and the field that lays the cards out. */
export function cardFields(
  columns: readonly FieldDescription[],
  { title_field }: Description,
  laidBy: FieldDescription,
  most: number,
): FieldDescription[] {
  const others = columns.filter(({ name }) => name !== title_field && name !== laidBy.name && name !== 'id');
  return others.slice(0, most);
}
