import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { versionQuery } from './row-path.ts';

/** A row that was created recently. */
export interface RecentRow {
  readonly record: ServedDescription;
  readonly id: string;
  readonly title: string;
  readonly time: number;
}

const EACH = 8;

/** Whether a record shows when its rows were created. */
export function showsCreation({ fields }: ServedDescription): boolean {
  return fields.some(({ name, sortable }) => name === 'create_time' && sortable);
}

/** The newest rows of a record, sorted by id, because every table has an index of ids. */
export async function readRecentRows(record: ServedDescription): Promise<readonly RecentRow[]> {
  const { path, title_field } = record;
  const query: [string, string][] = [
    ['sort', '-id'],
    ['count', String(EACH)],
    ['fields', [...new Set([title_field, 'create_time'])].join()],
    ...versionQuery(record),
  ];
  const { items } = await connection.request('GET', path, { query });
  const rows = items as Readonly<Record<string, unknown>>[]; // the documented form of every list
  return rows.map((row) => ({
    record,
    id: String(row.id),
    title: String(row[title_field] ?? ''),
    time: Number(row.create_time),
  }));
}
