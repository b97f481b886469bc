import { type Reads, whereEvenDeleted } from '../../records/index.ts';
import { apiKey } from './api-key.collection.ts';

/** A key as log and history show it. */
export interface NamedKey {
  readonly id: bigint;
  readonly name: string;
}

/** The keys by which changes were made, by their ids, revoked ones too. */
export async function namedKeys(
  reads: Reads,
  changes: readonly { readonly key_id: bigint | null }[],
): Promise<ReadonlyMap<bigint, NamedKey>> {
  const ids = [...new Set(changes.flatMap(({ key_id }) => key_id ?? []))];
  if (ids.length === 0) return new Map();
  const records = await whereEvenDeleted(reads, apiKey, (select) => select.where('id', 'in', ids));
  return new Map(records.map(({ id, name }) => [id, { id, name }]));
}
