import { REMOVED_BY_RULE } from '../../../contract/audit.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Rows } from '../../definitions/types/where.ts';
import type { Row } from '../row.ts';
import { matchingRows } from '../rows/matching-rows.ts';
import type { Reads } from '../rows/reads.ts';
import { lifetimesOf, whereEvenDeleted } from '../write/removal/deleted.ts';
import { requireKeptSince } from './history-start.ts';
import { type EarlierState, undo } from './undo.ts';

/** The most ids examined for one page. Rows that did not exist at that time cost as much as others. */
const LOOKED_AT = 1000;

/** At most `count` rows as they were at a time, in the order of their ids, following the id `after`. */
export interface AsOfRequest {
  readonly time: number;
  readonly count: number;
  readonly after: bigint | undefined;
  readonly descending: boolean;
}

/** May hold fewer rows than `count`, even none, although `next` says that more may follow. */
export interface AsOfPage {
  readonly items: readonly Row[];
  readonly next: bigint | undefined;
}

/** One row as it was at a time; undefined if it did not exist then. */
export async function rowAsOf(
  reads: Reads,
  definition: Definition,
  { id, time }: { readonly id: bigint; readonly time: number },
  visible: Rows,
): Promise<Row | undefined> {
  const [row] = await rowsAsOf(reads, definition, { ids: [id], time }, visible);
  return row;
}

/** A page of rows as they were. */
export async function listAsOf(
  reads: Reads,
  definition: Definition,
  { time, count, after, descending }: AsOfRequest,
  visible: Rows,
): Promise<AsOfPage> {
  const seen = await lifetimesOf(reads, definition, (select) => {
    const behind = after === undefined ? select : select.where('id', descending ? '<' : '>', after);
    return behind.orderBy('id', descending ? 'desc' : 'asc').limit(LOOKED_AT);
  });
  const there = seen.filter(
    (row) => row.create_time <= time && (row.delete_time === null || row.delete_time > time),
  );
  // Pages end at visible rows; other ends would reveal hidden rows.
  const items: Row[] = [];
  for (let first = 0; first < there.length && items.length <= count; first += count + 1) {
    const ids = there.slice(first, first + count + 1).map(({ id }) => id);
    items.push(...(await rowsAsOf(reads, definition, { ids, time }, visible)));
  }
  const furthest = seen.length < LOOKED_AT ? undefined : seen.at(-1)?.id;
  return {
    items: items.slice(0, count),
    next: items.length > count ? items[count - 1]?.id : furthest,
  };
}

async function rowsAsOf(
  reads: Reads,
  definition: Definition,
  { ids, time }: { readonly ids: readonly bigint[]; readonly time: number },
  visible: Rows,
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  // Rows first, then their changes: a change made in between is undone with the others.
  const found = await whereEvenDeleted(reads, definition, (select) => select.where('id', 'in', ids));
  const rows = await matchingRows(reads, definition, visible, found);
  const known = rows.map(({ id }) => id);
  // Only these rows, so that an error does not reveal rows that the actor may not see.
  const undone = await undoSince(reads, definition, known, time);
  await requireKeptSince(reads, time);
  const byId = new Map(rows.map((row) => [row.id, asItWas(row, undone.get(row.id), time)]));
  const were = ids.flatMap((id) => byId.get(id) ?? []);
  return matchingRows(reads, definition, visible, were);
}

function undoSince(reads: Reads, definition: Definition, ids: readonly bigint[], time: number) {
  if (ids.length === 0) return new Map<bigint, EarlierState>();
  return undo(reads, definition, (select) => select.where('record_id', 'in', ids).where('time', '>', time));
}

function asItWas(row: Row, undone: EarlierState | undefined, time: number): Row | undefined {
  if (Number(row.create_time) > time) return undefined;
  if (!undone) return row.is_deleted ? undefined : row;
  if (undone.action === 'create' || undone.action === 'restore') return undefined;
  const was = { ...row, ...undone.values, update_time: undone.previousTime ?? row.create_time };
  return undone.removed.size > 0 ? { ...was, [REMOVED_BY_RULE]: [...undone.removed] } : was;
}

/** The fields of an earlier row whose values their rules have removed. */
export function removedFrom(row: Row): readonly string[] {
  return (row[REMOVED_BY_RULE] as readonly string[] | undefined) ?? []; // `asItWas` puts names there
}
