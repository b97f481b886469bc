import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import { deletedRows } from './deleted.ts';
import { deletion } from './deletion.record.ts';
import { portionsOf } from './portions.ts';
import type { Reads } from './reads.ts';
import type { Row } from './row.ts';
import type { Writes } from './writes.ts';

/** A row of any record. */
export interface Place {
  readonly record: string;
  readonly record_id: bigint;
}

/** A deleted row that was taken along, and by what. */
export type Entry = RowOf<typeof deletion>;

/** The deleted rows of one record in a set. */
export interface Part {
  readonly definition: Definition;
  readonly rows: readonly Row[];
}

/** Those of a record's rows that were taken along by the deletion of another. */
export function entriesFor(reads: Reads, record: string, ids: readonly bigint[]): Promise<Entry[]> {
  return reads.where(deletion, (select) =>
    select.where('record', '=', record).where('record_id', 'in', ids).orderBy('id'),
  );
}

/** All that was taken along by the deletion of some rows of a record. */
export function entriesUnder(reads: Reads, record: string, ids: readonly bigint[]): Promise<Entry[]> {
  return reads.where(deletion, (select) =>
    select.where('root_record', '=', record).where('root_id', 'in', ids).orderBy('id'),
  );
}

/** How many rows were taken along by the deletion of each of some rows; those without any are left out. */
export async function countUnder(
  reads: Reads,
  record: string,
  ids: readonly bigint[],
): Promise<Map<bigint, number>> {
  const counted = await reads.rows<{ root_id: bigint; others: number }>(
    reads.query
      .selectFrom(deletion.name)
      .select((q) => ['root_id', q.fn.countAll().as('others')])
      .where('root_record', '=', record)
      .where('root_id', 'in', ids)
      .groupBy('root_id'),
    { root_id: { type: 'bigint' }, others: { type: 'integer' } },
  );
  return new Map(counted.map(({ root_id, others }) => [root_id, others]));
}

/** The deleted rows of these places, by record; what is not in the trash is left out. */
export async function partsOf(writes: Writes, places: readonly Place[]): Promise<Part[]> {
  const byRecord = Map.groupBy(places, ({ record }) => record);
  const parts: Part[] = [];
  for (const [record, ofRecord] of byRecord) {
    const definition = writes.catalogue.get(record);
    const rows: Row[] = [];
    for (const some of portionsOf(ofRecord.map(({ record_id }) => record_id)))
      rows.push(
        ...(await deletedRows(writes, definition, (select) => select.where('id', 'in', some).orderBy('id'))),
      );
    parts.push({ definition, rows });
  }
  return parts;
}
