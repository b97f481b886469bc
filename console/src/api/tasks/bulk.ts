import type { FilteredChange } from '../../../../server/client/runtime/requests.ts';
import type { Values } from '../../form/record-merge.ts';
import type { ServedDescription } from '../definitions.ts';
import type { RecordFilter } from '../records/record-filter.ts';
import { type AnyShape, recordClient } from '../records/record-list.ts';
import { wireOf } from '../records/wire.ts';

/** What to do with every matching record. */
export interface BulkChange {
  readonly action: 'update' | 'delete' | 'publish' | 'unpublish';
  /** The values of an update. */
  readonly values?: Values;
  /** When to publish or unpublish, in milliseconds since 1970; now if undefined. */
  readonly at?: number | undefined;
  /** The number of records that the user was shown. The server refuses if it differs. */
  readonly expected: number;
  readonly isDryRun?: boolean;
}

/** Starts a bulk change in the background and returns its id. */
export async function beginBulk(
  collection: ServedDescription,
  recordFilter: RecordFilter,
  { action, values, at, expected, isDryRun }: BulkChange,
): Promise<string> {
  const set = values && wireOf(collection, values);
  const change = { action, expected, at, ...(set && { set }), ...(isDryRun && { dryRun: true }) };
  return recordClient(collection).bulkByFilter({ ...recordFilter, ...change } as FilteredChange<AnyShape>);
}
