import type { Kysely } from 'kysely';
import type { Reader } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { fromJson } from '../../shared/json.ts';
import { revision } from '../write/revision.collection.ts';

/** Part of a collection's history, from which batches follow each other by id. */
export interface Batch {
  readonly collection: string;
  readonly after: bigint;
  readonly limit: number;
}

/** A revision: its changes by field, and as stored. */
export interface StoredChanges {
  readonly id: bigint;
  /** The record that was changed. */
  readonly recordId: bigint;
  readonly stored: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** The next revisions of a collection, in the order of their ids. */
export async function revisionsAfter(
  query: Kysely<Tables>,
  reader: Reader,
  { collection, after, limit }: Batch,
): Promise<StoredChanges[]> {
  const some = query
    .selectFrom(revision.name)
    .select(['id', 'record_id', 'changes'])
    .where('collection', '=', collection)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const records = await reader.all(some.compile());
  return records.map(({ id, record_id, changes }) => {
    const stored = changes as string; // JSON of fields
    return {
      id: BigInt(id as bigint),
      recordId: BigInt(record_id as bigint),
      stored,
      changes: fromJson<StoredChanges['changes']>(stored),
    };
  });
}
