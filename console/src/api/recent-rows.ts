import { connection } from './connection.ts';
import type { ServedDescription } from './definitions.ts';

/** A row that was written lately. */
export interface RecentRow {
  readonly record: ServedDescription;
  readonly id: string;
  readonly title: string;
  readonly time: number;
}

const EACH = 8;

/** Whether a record tells when its rows were last written. */
export function tellsUpdates({ fields }: ServedDescription): boolean {
  return fields.some(({ name, sortable }) => name === 'update_time' && sortable);
}

/** The rows of a record that were written last. */
export async function readRecentRows(record: ServedDescription): Promise<readonly RecentRow[]> {
  const { path, title_field } = record;
  const query: [string, string][] = [
    ['sort', '-update_time'],
    ['count', String(EACH)],
    ['fields', [...new Set([title_field, 'update_time'])].join()],
  ];
  const { items } = await connection.request('GET', path, { query });
  return (items as Readonly<Record<string, unknown>>[]).map((row) => ({
    record,
    id: String(row.id),
    title: String(row[title_field] ?? ''),
    time: Number(row.update_time),
  })); // the documented form of every list
}
