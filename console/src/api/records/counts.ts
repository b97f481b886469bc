import type { ServedDescription } from '../definitions.ts';
import type { RecordFilter } from './record-filter.ts';
import { recordClient } from './record-list.ts';

/** How many records of a collection the user may see, or how many of them are meant. */
export async function countRecords(
  collection: ServedDescription,
  recordFilter: RecordFilter = {},
): Promise<number> {
  const asked = { ...recordFilter, fields: ['id'], count: 1, total: true };
  return Number((await recordClient(collection).list(asked)).total);
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
  const { total } = await recordClient(collection).list({ fields: ['id'], count: seesAll ? 1 : READ });
  if (typeof total === 'number') return { count: total, isMore: false };
  return { count: seesAll ? COUNTED : READ, isMore: true };
}
