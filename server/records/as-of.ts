import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import { lifetimesOf, whereEvenDeleted } from './deleted.ts';
import { requireKeptSince } from './horizon.ts';
import { meeting } from './meeting.ts';
import type { Reads } from './reads.ts';
import type { Row } from './row.ts';
import { type Undone, undo } from './undo.ts';

/** So many ids are looked at for one page: rows that were not there at that time cost as well. */
const LOOKED_AT = 1000;

/** Some rows of a record as they were: `count` at most, in the order of their ids, behind the id `after`. */
export interface AsOfRequest {
  readonly time: number;
  readonly count: number;
  readonly after: bigint | undefined;
  readonly descending: boolean;
}

/** It may hold fewer rows than `count`, even none, and yet name a place to go on from. */
export interface AsOfPage {
  readonly items: readonly Row[];
  readonly next: bigint | undefined;
}

/** One row as it was at a time; undefined where it was not there. */
export async function rowAsOf(
  reads: Reads,
  definition: Definition,
  id: bigint,
  time: number,
  mine: Rows,
): Promise<Row | undefined> {
  const [row] = await rowsAsOf(reads, definition, [id], time, mine);
  return row;
}

/** A page of rows as they were. */
export async function listAsOf(
  reads: Reads,
  definition: Definition,
  { time, count, after, descending }: AsOfRequest,
  mine: Rows,
): Promise<AsOfPage> {
  const seen = await lifetimesOf(reads, definition, (select) => {
    const behind = after === undefined ? select : select.where('id', descending ? '<' : '>', after);
    return behind.orderBy('id', descending ? 'desc' : 'asc').limit(LOOKED_AT);
  });
  const there = seen.filter(
    (row) => row.create_time <= time && (row.delete_time === null || row.delete_time > time),
  );
  const ids = there.slice(0, count).map(({ id }) => id);
  const isWhole = seen.length < LOOKED_AT && there.length <= count;
  const last = there.length > count ? ids.at(-1) : seen.at(-1)?.id;
  return {
    items: await rowsAsOf(reads, definition, ids, time, mine),
    next: isWhole ? undefined : last,
  };
}

async function rowsAsOf(
  reads: Reads,
  definition: Definition,
  ids: readonly bigint[],
  time: number,
  mine: Rows,
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  // First the rows, then their changes: one that is made in between is undone along with the others.
  const found = await whereEvenDeleted(reads, definition, (select) => select.where('id', 'in', ids));
  const rows = await meeting(reads, definition, mine, found as unknown as Row[]);
  const known = rows.map(({ id }) => id);
  // Only these, so that what holds up an undoing does not tell of rows that are not the caller's.
  const undone = await undoSince(reads, definition, known, time);
  await requireKeptSince(reads, time);
  const byId = new Map(rows.map((row) => [row.id, asItWas(row, undone.get(row.id), time)]));
  const were = ids.flatMap((id) => byId.get(id) ?? []);
  return meeting(reads, definition, mine, were);
}

function undoSince(reads: Reads, definition: Definition, ids: readonly bigint[], time: number) {
  if (ids.length === 0) return new Map<bigint, Undone>();
  return undo(reads, definition, (select) => select.where('record_id', 'in', ids).where('time', '>', time));
}

function asItWas(row: Row, undone: Undone | undefined, time: number): Row | undefined {
  if (Number(row.create_time) > time) return undefined;
  if (!undone) return row.is_deleted ? undefined : row;
  if (undone.action === 'create' || undone.action === 'restore') return undefined;
  return { ...row, ...undone.values, update_time: undone.previousTime ?? row.create_time };
}
