import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import type { Revision } from './history.ts';
import { versionQuery } from './record-path.ts';

/** One change of a field, and its record. */
export interface FieldChange extends Revision {
  readonly record_id: string;
  /** What names the record now; null if it is deleted. */
  readonly title: string | null;
}

/** What is asked of the changes of a field: an id of a user, and times in milliseconds. */
export interface FieldChangesQuery {
  readonly field: string;
  readonly user?: string;
  readonly from?: number;
  readonly to?: number;
}

interface Answer {
  readonly items: readonly (Omit<FieldChange, 'username'> & {
    readonly user: { readonly username: string | null } | null;
  })[];
  readonly next: string | null;
}

/** A page of the changes of a field, the newest first. It may be empty although older ones follow. */
export async function readFieldChanges(
  collection: ServedDescription,
  asked: FieldChangesQuery,
  after?: string,
): Promise<{ changes: FieldChange[]; next: string | undefined }> {
  const query: [string, string][] = [
    ...queryOf(collection, asked),
    ['count', '50'],
    ...(after !== undefined ? [['after', after] as [string, string]] : []),
  ];
  const answer = await connection.request('GET', `${collection.path}/history`, { query });
  const { items, next } = answer as unknown as Answer;
  const changes = items.map(({ user, ...one }) => ({
    ...one,
    id: String(one.id),
    record_id: String(one.record_id),
    username: user?.username ?? null,
  }));
  return { changes, next: next ?? undefined };
}

/** All of them as CSV for spreadsheets. */
export async function exportFieldChanges(
  collection: ServedDescription,
  asked: FieldChangesQuery,
): Promise<Blob> {
  const query: [string, string][] = [...queryOf(collection, asked), ['bom', 'true']];
  return (await connection.response('GET', `${collection.path}/history/export`, { query })).blob();
}

function queryOf(collection: ServedDescription, asked: FieldChangesQuery): [string, string][] {
  return [
    ...versionQuery(collection),
    ...Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
  ];
}
