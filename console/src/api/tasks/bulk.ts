import { toJson } from '../../../../server/shared/exact-json.ts';
import type { Values } from '../../form/record-merge.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { filterQuery, type RecordFilter } from '../records/record-filter.ts';
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
  const body = toJson({ action, expected, at, ...(set && { set }), ...(isDryRun && { dry_run: true }) });
  const headers = { 'content-type': 'application/json' };
  const query = filterQuery(recordFilter);
  const answer = await connection.response('POST', `${collection.path}/bulk-by-filter`, {
    query,
    body,
    headers,
  });
  return String(((await answer.json()) as { id: unknown }).id);
}
