import type { FieldDescription } from '../../../api/definitions.ts';
import {
  type Description,
  isPeople,
  type ServedDescription,
  useDefinitions,
} from '../../../api/definitions.ts';
import { readRecords, recordClient } from '../../../api/records/record-list.ts';
import { queryFor } from '../grid/columns.ts';
import type { RowWindow } from '../row-window.ts';

/** Reads records of a list anew, at their places: one that no longer meets the filter stays until the list is opened again. */
export function useShownRecord(collection: ServedDescription, records: RowWindow) {
  const { definitions, find, locales } = useDefinitions();
  const findFollowed = (name: string): Description | undefined => {
    const found = find(name);
    return found && (found.actions.read || isPeople(found)) ? found : undefined;
  };

  return async function reread(
    ids: readonly string[],
    columns: readonly FieldDescription[],
    locale?: string | undefined,
  ): Promise<void> {
    const client = recordClient(collection, definitions.value);
    const query = {
      ...queryFor(columns, collection, findFollowed),
      ...{ filter: { id: { in: ids } }, sort: 'id', count: ids.length, can: true },
      ...(locale !== undefined && { locale }),
    };
    const { items } = await (locale === undefined ? readRecords(client, query) : readIn(client, query));
    const now = new Map(items.map((record) => [record.id, record]));
    records.records.value = records.records.value.map((record) => now.get(record.id) ?? record);
  };

  async function readIn(...[client, query]: Parameters<typeof readRecords>) {
    const { readLocalised } = await import('../../../api/records/localised-records.ts');
    const content = { collection, locales: locales.value };
    return readLocalised(client as ReturnType<typeof recordClient>, query, content);
  }
}
