import type { Definition } from '../../definitions/define-collection.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { AnyRecord } from '../record.ts';
import { chunksOf } from '../store/chunks.ts';
import type { Reads } from '../store/reads.ts';
import { deletedRecords } from '../write/removal/deleted.ts';
import { deletion } from '../write/removal/deletion.collection.ts';
import type { Writes } from '../write/writes.ts';

/** Names a record of any collection. */
export interface RecordAddress {
  readonly collection: string;
  readonly record_id: bigint;
}

/** A record that was deleted because another was, and which one. */
export type Entry = RecordOf<typeof deletion>;

/** The deleted records of one collection in a set. */
export interface Part {
  readonly definition: Definition;
  readonly records: readonly AnyRecord[];
}

/** The entries of those records of a collection that were deleted because of another. */
export function entriesFor(reads: Reads, collection: string, ids: readonly bigint[]): Promise<Entry[]> {
  return reads.where(deletion, (select) =>
    select.where('collection', '=', collection).where('record_id', 'in', ids).orderBy('id'),
  );
}

/** The entries of all records that were deleted because of these records. */
export function entriesUnder(reads: Reads, collection: string, ids: readonly bigint[]): Promise<Entry[]> {
  return reads.where(deletion, (select) =>
    select.where('root_collection', '=', collection).where('root_id', 'in', ids).orderBy('id'),
  );
}

/** How many other records were deleted because of each of these records; records without any are left out. */
export async function countUnder(
  reads: Reads,
  { name: collection, draftOf = collection }: Definition,
  ids: readonly bigint[],
): Promise<Map<bigint, number>> {
  const counted = await reads.records<{ root_id: bigint; others: number }>(
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

/** The deleted records at these addresses, by collection; records outside the trash are left out. */
export async function partsOf(writes: Writes, places: readonly RecordAddress[]): Promise<Part[]> {
  const byCollection = Map.groupBy(places, ({ collection }) => collection);
  const parts: Part[] = [];
  for (const [collection, ofCollection] of byCollection) {
    const definition = writes.catalogue.get(collection);
    const records: AnyRecord[] = [];
    for (const some of chunksOf(ofCollection.map(({ record_id }) => record_id)))
      records.push(
        ...(await deletedRecords(writes, definition, (select) =>
          select.where('id', 'in', some).orderBy('id'),
        )),
      );
    parts.push({ definition, records });
  }
  return parts;
}

/** The key of a record in a set. */
export function addressOf(collection: string, id: bigint): string {
  return `${collection} ${id}`;
}
