import type { TrashEntry } from '../../../../server/client/runtime/requests.ts';
import type { Values } from '../../form/record-merge.ts';
import type { ServedDescription } from '../definitions.ts';
import { type AnyShape, recordClient } from './record-list.ts';
import { valuesOf } from './record-writer.ts';

/** A deleted record, and the set that it was deleted with. */
export interface DeletedRecord {
  readonly id: string;
  readonly values: Values;
  readonly time: number;
  readonly username: string | null;
  /** What it went along with: restoring that brings it back. */
  readonly alongWith: { readonly collection: string; readonly id: string } | undefined;
  /** How many other records went along with it. */
  readonly others: number;
}

/** A page of the trash, the last deleted first. */
export async function readTrash(collection: ServedDescription, after?: string) {
  const page = await recordClient(collection).trash({ count: 50, ...(after !== undefined && { after }) });
  return {
    records: page.items.map((record) => deletedRecord(collection, record)),
    next: page.next ?? undefined,
  };
}

export async function purgeRecord(collection: ServedDescription, id: string): Promise<void> {
  await recordClient(collection).purge(id);
}

function deletedRecord(collection: ServedDescription, record: TrashEntry<AnyShape>): DeletedRecord {
  return {
    id: record.id,
    values: valuesOf(collection, record),
    time: record.delete_time,
    username: record.deleted_by?.username ?? null,
    alongWith: record.along_with ?? undefined,
    others: record.others ?? 0,
  };
}
