import { exactText } from '../../form/exact-json.ts';
import type { Values } from '../../form/row-merge.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { filterQuery, type RowFilter } from '../rows/row-filter.ts';
import { wireOf } from '../rows/wire.ts';

/** What is to become of every row that is meant. */
export interface BulkChange {
  readonly action: 'update' | 'delete';
  /** Of an update: what every row gets. */
  readonly values?: Values;
  /** How many rows the user was shown; another number is refused. */
  readonly expected: number;
  readonly isDryRun?: boolean;
}

/** Begins a change of all rows that are meant and answers its id; the work goes on after the answer. */
export async function beginBulk(
  record: ServedDescription,
  rowFilter: RowFilter,
  { action, values, expected, isDryRun }: BulkChange,
): Promise<string> {
  const set = values && wireOf(record, values);
  const body = exactText({ action, expected, ...(set && { set }), ...(isDryRun && { dry_run: true }) });
  const headers = { 'content-type': 'application/json' };
  const query = filterQuery(rowFilter);
  const answer = await connection.response('POST', `${record.path}/bulk-by-filter`, { query, body, headers });
  return String(((await answer.json()) as { id: unknown }).id);
}
