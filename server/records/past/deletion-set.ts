import type { Definition } from '../../definitions/define-collection.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import type { Row } from '../row.ts';
import { chunksOf } from '../rows/chunks.ts';
import type { Reads } from '../rows/reads.ts';
import { deletedRows } from '../write/removal/deleted.ts';
import { deletion } from '../write/removal/deletion.collection.ts';
import type { Writes } from '../write/writes.ts';

/** Names a row of any collection. */
export interface RowAddress {
  readonly collection: string;
  readonly record_id: bigint;
}

/** A row that was deleted because another was, and which one. */
export type Entry = RowOf<typeof deletion>;

/** The deleted rows of one collection in a set. */
export interface Part {
  readonly definition: Definition;
  readonly rows: readonly Row[];
}

/** The entries of those rows of a collection that were deleted because of another. */
export function entriesFor(reads: Reads, collection: string, ids: readonly bigint[]): Promise<Entry[]> {
  return reads.where(deletion, (select) =>
    select.where('collection', '=', collection).where('record_id', 'in', ids).orderBy('id'),
  );
}

/** The entries of all rows that were deleted because of these rows. */
export function entriesUnder(reads: Reads, collection: string, ids: readonly bigint[]): Promise<Entry[]> {
  return reads.where(deletion, (select) =>
    select.where('root_collection', '=', collection).where('root_id', 'in', ids).orderBy('id'),
  );
}

/** How many other rows were deleted because of each of these rows; rows without any are left out. */
export async function countUnder(
  reads: Reads,
  { name: collection, draftOf = collection }: Definition,
  ids: readonly bigint[],
): Promise<Map<bigint, number>> {
  const counted = await reads.rows<{ root_id: bigint; others: number }>(
    reads.query
      .selectFrom(deletion.name)
      .select((q) => ['root_id', q.fn.countAll().as('others')])
      .where('root_collection', '=', collection)
      .where('root_id', 'in', ids)
      .where((e) => e.or([e('collection', '<>', draftOf), e('record_id', '<>', e.ref('root_id'))]))
      .groupBy('root_id'),
    { root_id: { type: 'bigint' }, others: { type: 'integer' } },
  );
  return new Map(counted.map(({ root_id, others }) => [root_id, others]));
}

/** The deleted rows at these addresses, by collection; rows outside the trash are left out. */
export async function partsOf(writes: Writes, places: readonly RowAddress[]): Promise<Part[]> {
  const byCollection = Map.groupBy(places, ({ collection }) => collection);
  const parts: Part[] = [];
  for (const [collection, ofCollection] of byCollection) {
    const definition = writes.catalogue.get(collection);
    const rows: Row[] = [];
    for (const some of chunksOf(ofCollection.map(({ record_id }) => record_id)))
      rows.push(
        ...(await deletedRows(writes, definition, (select) => select.where('id', 'in', some).orderBy('id'))),
      );
    parts.push({ definition, rows });
  }
  return parts;
}

/** The key of a row in a set. */
export function addressOf(collection: string, id: bigint): string {
  return `${collection} ${id}`;
}
