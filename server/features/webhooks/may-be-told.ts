import { matchingRecords, type RecordStore } from '../../records/index.ts';
import { fromJson } from '../../shared/index.ts';
import type { Delivery } from './delivery.collection.ts';
import type { Owner } from './owner.ts';

/** What a delivery tells of a record. */
interface Told {
  readonly event?: string;
  readonly fields?: readonly string[];
}

/** These events report that a record is out of sight, so its creator need not see it. */
const ENDS: readonly string[] = ['deleted', 'left'];

/**
 * Whether the owner of a webhook may still learn what a delivery tells. It may have waited for days, or be sent once more, and
 * rights may have ended since it was prepared.
 */
export async function mayBeTold(
  { catalogue, reads }: RecordStore,
  { rights, mayFollowAccess }: Owner,
  { type, collection, record_id, body }: Pick<Delivery, 'type' | 'collection' | 'record_id' | 'body'>,
): Promise<boolean> {
  if (type.startsWith('access.')) return mayFollowAccess;
  const definition = catalogue.served.find(({ name }) => name === collection);
  if (!definition || record_id === null) return collection === null; // a test is of no collection
  const records = rights.records(definition, 'read');
  if (records === 'none') return false;
  const { event = '', fields = [] } = fromJson<{ readonly data: Told }>(body).data;
  if (!fields.every((name) => rights.shows(definition, name))) return false;
  if (records === 'all' || ENDS.includes(event)) return true;
  const record = await reads.find(definition, record_id);
  return !record || (await matchingRecords(reads, definition, records, [record])).length > 0;
}
