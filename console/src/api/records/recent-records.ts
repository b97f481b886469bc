import type { ServedDescription } from '../definitions.ts';
import { readRecords, recordClient } from './record-list.ts';

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
  const { title_field } = collection;
  const fields = [...new Set([title_field, 'create_time'])];
  const { items } = await readRecords(recordClient(collection), { sort: '-id', count: EACH, fields });
  return items.map((record) => ({
    collection,
    id: record.id,
    title: String(record[title_field] ?? ''),
    time: Number(record.create_time),
  }));
}
