import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import { AppError } from '../errors.ts';
import { deletedRows } from './deleted.ts';
import { deletion } from './deletion.record.ts';
import { type Entry, entriesFor, entriesUnder, type Part, type Place, partsOf } from './deletion-set.ts';
import { goneTargets } from './obstacles.ts';
import { portionsOf } from './portions.ts';
import { within } from './reach.ts';
import type { Reads } from './reads.ts';
import { revision } from './revision.record.ts';
import type { Use } from './rights.ts';
import type { Row } from './row.ts';
import type { Writes } from './writes.ts';

/** At most `count` rows, the last deleted first; only those that were deleted before the row `after`. */
export interface TrashRequest {
  readonly count: number;
  readonly after: { readonly time: number; readonly id: bigint } | undefined;
}

/** The deleted rows of a record, as far as a rule leaves them. */
export function listTrash(
  reads: Reads,
  definition: Definition,
  { count, after }: TrashRequest,
  rows: Rows,
): Promise<Row[]> {
  return deletedRows(reads, definition, (select) => {
    let found = select.where('delete_time', '>=', 0); // a range, so that its index serves
    if (rows !== 'all') found = found.where(reads.leftBy(definition, rows));
    if (after)
      found = found
        .where('delete_time', '<=', after.time)
        .where((e) => e.or([e('delete_time', '<', after.time), e('id', '<', after.id)]));
    return found.orderBy('delete_time', 'desc').orderBy('id', 'desc').limit(count);
  });
}

/**
 * Brings a deleted row back, with all rows of its set. Throws where something stands in the way: a name that was taken
 * meanwhile, a referred row that is gone. Answers how many rows came.
 */
export async function restoreSet(writes: Writes, definition: Definition, id: bigint): Promise<number> {
  const [own] = await entriesFor(writes, definition.name, [id]);
  const [record, rootId] = own ? [own.root_record, own.root_id] : [definition.name, id];
  const along = await entriesUnder(writes, record, [rootId]);
  const parts = await partsOf(writes, [{ record, record_id: rootId }, ...along]);
  await requireMine(writes, parts, { record: definition.name, record_id: id }, ['read', 'restore']);
  const gone = await goneTargets(writes, parts);
  if (gone.length > 0) throw new AppError('notRestorable', { detail: gone.join('；') });
  for (const part of parts) for (const row of part.rows) await writes.revive(part.definition, row);
  await eraseEntries(writes, along);
  return countRows(parts);
}

/**
 * Destroys a deleted row, with all rows that its deletion took along; one that was itself taken along goes alone.
 * Answers how many rows went.
 */
export async function purgeSet(writes: Writes, definition: Definition, id: bigint): Promise<number> {
  const { name: record } = definition;
  const along = await entriesUnder(writes, record, [id]);
  const parts = await partsOf(writes, [{ record, record_id: id }, ...along]);
  await requireMine(writes, parts, { record, record_id: id }, ['read', 'purge']);
  for (const part of parts)
    for (const row of part.rows) {
      await forget(writes, part.definition, row.id);
      await writes.purge(part.definition, row);
    }
  await eraseEntries(writes, [...along, ...(await entriesFor(writes, record, [id]))]);
  return countRows(parts);
}

/** Takes away what a row's history tells, in portions: it may have been changed very often. */
async function forget(writes: Writes, { name }: Definition, id: bigint): Promise<void> {
  const some = writes.query
    .selectFrom(revision.name)
    .select('id')
    .where('record', '=', name)
    .where('record_id', '=', id)
    .limit(500);
  for (;;) {
    const found = await writes.rows<{ id: bigint }>(some, { id: { type: 'bigint' } });
    if (found.length === 0) return;
    await writes.erase(
      revision,
      found.map((one) => one.id),
    );
  }
}

/** A set is done with as a whole, so all of it must be the caller's; the row that he asked for is else not told of. */
async function requireMine(
  writes: Writes,
  parts: readonly Part[],
  { record, record_id }: Place,
  uses: readonly Use[],
): Promise<void> {
  const asked = parts.flatMap(({ definition, rows }) =>
    definition.name === record ? rows.filter(({ id }) => id === record_id) : [],
  );
  const mine = await within(writes, writes.catalogue.get(record), asked, uses);
  if (mine.length === 0) throw new AppError('recordNotFound');
  for (const { definition, rows } of parts) {
    const { length } = await within(writes, definition, rows, uses);
    const reason = `${definition.label}: may not ${uses.join(' and ')} all of the set`;
    if (length < rows.length) throw new AppError('permissionMissing', { reason });
  }
}

async function eraseEntries(writes: Writes, entries: readonly Entry[]): Promise<void> {
  for (const some of portionsOf(entries.map(({ id }) => id))) await writes.erase(deletion, some);
}

function countRows(parts: readonly Part[]): number {
  return parts.reduce((sum, { rows }) => sum + rows.length, 0);
}
