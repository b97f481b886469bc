import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { versionQuery } from './row-path.ts';

/** A row that was created recently. */
export interface RecentRow {
  readonly collection: ServedDescription;
  readonly id: string;
  readonly title: string;
  readonly time: number;
}

const EACH = 8;

/** Whether a collection shows when its rows were created. */
export function showsCreation({ fields }: ServedDescription): boolean {
  return fields.some(({ name, sortable }) => name === 'create_time' && sortable);
}

/** The newest rows of a collection, sorted by id, because every table has an index of ids. */
export async function readRecentRows(collection: ServedDescription): Promise<readonly RecentRow[]> {
  const { path, title_field } = collection;
  const query: [string, string][] = [
    ['sort', '-id'],
    ['count', String(EACH)],
    ['fields', [...new Set([title_field, 'create_time'])].join()],
    ...versionQuery(collection),
  ];
  const { items } = await connection.request('GET', path, { query });
  const rows = items as Readonly<Record<string, unknown>>[]; // the documented form of every list
  return rows.map((row) => ({
    collection,
    id: String(row.id),
    title: String(row[title_field] ?? ''),
    time: Number(row.create_time),
  }));
}
