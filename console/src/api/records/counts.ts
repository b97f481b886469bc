import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { filterQuery, type RecordFilter } from './record-filter.ts';
import { versionQuery } from './record-path.ts';

/** How many records of a collection the user may see, or how many of them are meant. */
export async function countRecords(
  collection: ServedDescription,
  recordFilter: RecordFilter = {},
): Promise<number> {
  const query: [string, string][] = [
    ['total', 'true'],
    ['count', '1'],
    ['fields', 'id'],
    ...versionQuery(collection),
    ...filterQuery(recordFilter),
  ];
  return Number((await connection.request('GET', collection.path, { query })).total);
}

/** A number of records that costs little to find out. */
export interface RoughCount {
  readonly count: number;
  /** There are more than that. */
  readonly isMore: boolean;
}

/** The server counts no further without being asked to. */
const COUNTED = 1000;
/** The server does not count for callers who see only some of the records. This many records are read instead. */
const READ = 100;

/** About how many records of a collection the user may see, however many there are. */
export async function countRoughly(collection: ServedDescription): Promise<RoughCount> {
  const seesAll = collection.actions.list === true;
  const query: [string, string][] = [
    ['count', String(seesAll ? 1 : READ)],
    ['fields', 'id'],
    ...versionQuery(collection),
  ];
  const { total } = await connection.request('GET', collection.path, { query });
  if (typeof total === 'number') return { count: total, isMore: false };
  return { count: seesAll ? COUNTED : READ, isMore: true };
}
