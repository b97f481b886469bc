import { REMOVED_BY_RULE } from '../../../contract/audit.ts';
import type { Definition, WhichRecords } from '../../definitions/for-server.ts';
import type { AnyRecord } from '../record.ts';
import { matchingRecords } from '../store/reachable-records.ts';
import type { Reads } from '../store/reads.ts';
import { lifetimesOf, whereEvenDeleted } from '../write/removal/deleted.ts';
import { requireKeptSince } from './history-start.ts';
import { type EarlierState, undo } from './undo.ts';

/** The most ids examined for one page. Records that did not exist at that time cost as much as others. */
const LOOKED_AT = 1000;

/** At most `count` records as they were at a time, in the order of their ids, following the id `after`. */
export interface AsOfRequest {
  readonly time: number;
  readonly count: number;
  readonly after: bigint | undefined;
  readonly descending: boolean;
}

/** May hold fewer records than `count`, even none, although `next` says that more may follow. */
export interface AsOfPage {
  readonly items: readonly AnyRecord[];
  readonly next: bigint | undefined;
}

/** One record as it was at a time; undefined if it did not exist then. */
export async function recordAsOf(
  reads: Reads,
  definition: Definition,
  { id, time }: { readonly id: bigint; readonly time: number },
  visible: WhichRecords,
): Promise<AnyRecord | undefined> {
  const [record] = await recordsAsOf(reads, definition, { ids: [id], time }, visible);
  return record;
}

/** A page of records as they were. */
export async function listAsOf(
  reads: Reads,
  definition: Definition,
  { time, count, after, descending }: AsOfRequest,
  visible: WhichRecords,
): Promise<AsOfPage> {
  const seen = await lifetimesOf(reads, definition, (select) => {
    const behind = after === undefined ? select : select.where('id', descending ? '<' : '>', after);
    return behind.orderBy('id', descending ? 'desc' : 'asc').limit(LOOKED_AT);
  });
  const there = seen.filter(
    (record) => record.create_time <= time && (record.delete_time === null || record.delete_time > time),
  );
  // Pages end at visible records; other ends would reveal hidden records.
  const items: AnyRecord[] = [];
  for (let first = 0; first < there.length && items.length <= count; first += count + 1) {
    const ids = there.slice(first, first + count + 1).map(({ id }) => id);
    items.push(...(await recordsAsOf(reads, definition, { ids, time }, visible)));
  }
  const furthest = seen.length < LOOKED_AT ? undefined : seen.at(-1)?.id;
  return {
    items: items.slice(0, count),
    next: items.length > count ? items[count - 1]?.id : furthest,
  };
}

async function recordsAsOf(
  reads: Reads,
  definition: Definition,
  { ids, time }: { readonly ids: readonly bigint[]; readonly time: number },
  visible: WhichRecords,
): Promise<readonly AnyRecord[]> {
  if (ids.length === 0) return [];
  // Records first, then their changes: a change made in between is undone with the others.
  const found = await whereEvenDeleted(reads, definition, (select) => select.where('id', 'in', ids));
  const records = await matchingRecords(reads, definition, visible, found);
  const known = records.map(({ id }) => id);
  // Only these records, so that an error does not reveal records that the actor may not see.
  const undone = await undoSince(reads, definition, known, time);
  await requireKeptSince(reads, time);
  const byId = new Map(records.map((record) => [record.id, asItWas(record, undone.get(record.id), time)]));
  const were = ids.flatMap((id) => byId.get(id) ?? []);
  return matchingRecords(reads, definition, visible, were);
}

function undoSince(reads: Reads, definition: Definition, ids: readonly bigint[], time: number) {
  if (ids.length === 0) return new Map<bigint, EarlierState>();
  return undo(reads, definition, (select) => select.where('record_id', 'in', ids).where('time', '>', time));
}

function asItWas(record: AnyRecord, undone: EarlierState | undefined, time: number): AnyRecord | undefined {
  if (Number(record.create_time) > time) return undefined;
  if (!undone) return record.is_deleted ? undefined : record;
  if (undone.action === 'create' || undone.action === 'restore') return undefined;
  const was = { ...record, ...undone.values, update_time: undone.previousTime ?? record.create_time };
  return undone.removed.size > 0 ? { ...was, [REMOVED_BY_RULE]: [...undone.removed] } : was;
}

/** The fields of an earlier record whose values their rules have removed. */
export function removedFrom(record: AnyRecord): readonly string[] {
  return (record[REMOVED_BY_RULE] as readonly string[] | undefined) ?? []; // `asItWas` puts names there
}
