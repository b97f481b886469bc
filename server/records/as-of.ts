import type { Definition } from '../definitions/define-record.ts';
import { lifetimesOf, whereEvenDeleted } from './deleted.ts';
import { requireKeptSince } from './horizon.ts';
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

/** What of a row, as it is and as it was, may be seen. */
type MaySee = (row: Row) => boolean;

/** One row as it was at a time; undefined where it was not there. */
export async function rowAsOf(
  reads: Reads,
  definition: Definition,
  id: bigint,
  time: number,
  maySee: MaySee,
): Promise<Row | undefined> {
  const [row] = await rowsAsOf(reads, definition, [id], time, maySee);
  return row;
}

/** A page of rows as they were. */
export async function listAsOf(
  reads: Reads,
  definition: Definition,
  { time, count, after, descending }: AsOfRequest,
  maySee: MaySee,
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
    items: await rowsAsOf(reads, definition, ids, time, maySee),
    next: isWhole ? undefined : last,
  };
}

async function rowsAsOf(
  reads: Reads,
  definition: Definition,
  ids: readonly bigint[],
  time: number,
  maySee: MaySee,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  // First the rows, then their changes: one that is made in between is undone along with the others.
  const rows = (await whereEvenDeleted(reads, definition, (select) =>
    select.where('id', 'in', ids),
  )) as unknown as Row[];
  const undone = await undo(reads, definition, (select) =>
    select.where('record_id', 'in', ids).where('time', '>', time),
  );
  await requireKeptSince(reads, time);
  const byId = new Map(rows.filter(maySee).map((row) => [row.id, asItWas(row, undone.get(row.id), time)]));
  return ids.flatMap((id) => byId.get(id) ?? []).filter(maySee);
}

function asItWas(row: Row, undone: Undone | undefined, time: number): Row | undefined {
  if (Number(row.create_time) > time) return undefined;
  if (!undone) return row.is_deleted ? undefined : row;
  if (undone.action === 'create' || undone.action === 'restore') return undefined;
  return { ...row, ...undone.values, update_time: undone.previousTime ?? row.create_time };
}
