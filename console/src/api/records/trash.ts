import { digitsOf, readExact } from '../../form/exact-json.ts';
import type { Values } from '../../form/record-merge.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
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

type Raw = Readonly<Record<string, unknown>>;

/** A page of the trash, the last deleted first. */
export async function readTrash(collection: ServedDescription, after?: string) {
  const query: [string, string][] = [['count', '50']];
  if (after !== undefined) query.push(['after', after]);
  const answer = await connection.response('GET', `${collection.path}/trash`, { query });
  const { items, next } = readExact(await answer.text()) as { items: Raw[]; next: string | null };
  return { records: items.map((record) => deletedRecord(collection, record)), next: next ?? undefined };
}

export async function purgeRecord({ path }: ServedDescription, id: string): Promise<void> {
  await connection.request('DELETE', `${path}/trash/${encodeURIComponent(id)}`);
}

function deletedRecord(collection: ServedDescription, record: Raw): DeletedRecord {
  const by = record.deleted_by as { username: string | null } | null; // as the route documents it
  const along = record.along_with as { collection: string; id: unknown } | null; // likewise
  return {
    id: digitsOf(record.id) ?? '',
    values: valuesOf(collection, record),
    time: Number(record.delete_time),
    username: by?.username ?? null,
    alongWith: along ? { collection: along.collection, id: digitsOf(along.id) ?? '' } : undefined,
    others: Number(record.others ?? 0),
  };
}
