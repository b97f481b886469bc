import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { versionQuery } from './record-path.ts';

/** A record that was created recently. */
export interface RecentRecord {
  readonly collection: ServedDescription;
  readonly id: string;
  readonly title: string;
  readonly time: number;
}

const EACH = 8;

/** Whether a collection shows when its records were created. */
export function showsCreation({ fields }: ServedDescription): boolean {
  return fields.some(({ name, sortable }) => name === 'create_time' && sortable);
}

/** The newest records of a collection, sorted by id, because every table has an index of ids. */
export async function readRecentRecords(collection: ServedDescription): Promise<readonly RecentRecord[]> {
  const { path, title_field } = collection;
  const query: [string, string][] = [
    ['sort', '-id'],
    ['count', String(EACH)],
    ['fields', [...new Set([title_field, 'create_time'])].join()],
    ...versionQuery(collection),
  ];
  const { items } = await connection.request('GET', path, { query });
  const records = items as Readonly<Record<string, unknown>>[]; // the documented form of every list
  return records.map((record) => ({
    collection,
    id: String(record.id),
    title: String(record[title_field] ?? ''),
    time: Number(record.create_time),
  }));
}
