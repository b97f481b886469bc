import { digitsOf, readExact } from '../../form/exact-json.ts';
import { readValue } from '../../form/field-values.ts';
import type { FieldDifference } from '../../form/past-states.ts';
import { connection, requestOf } from '../connection.ts';
import type { FieldDescription, ServedDescription } from '../definitions.ts';
import { recordPath, versionQuery } from './record-path.ts';

/** One change in the history of a record. */
export interface Revision {
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete' | 'restore' | 'purge' | 'publish' | 'unpublish';
  readonly time: number;
  /** The request that did it. */
  readonly request_id: string;
  /** Who did it; null if the caller may not know, or nobody did. */
  readonly username: string | null;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

interface RawRevision extends Omit<Revision, 'id' | 'username'> {
  readonly id: unknown;
  readonly user: { readonly username: string | null } | null;
}

interface HistoryPage {
  readonly count?: number;
  readonly order?: 'newest_first' | 'oldest_first';
}

/** A page of a record's history, the newest change first by default. */
export async function readHistory(
  collection: ServedDescription,
  id: string,
  after?: string,
  { count = 100, order = 'newest_first' }: HistoryPage = {},
) {
  const query: [string, string][] = [['count', String(count)], ['order', order], ...versionQuery(collection)];
  if (after !== undefined) query.push(['after', after]);
  const answer = await connection.response('GET', `${recordPath(collection, id)}/history`, { query });
  const { items, next } = readExact(await answer.text()) as { items: RawRevision[]; next: unknown };
  const revisions = items.map(
    ({ user, ...one }): Revision => ({
      ...one,
      id: digitsOf(one.id) ?? '',
      username: user?.username ?? null,
    }),
  );
  return { revisions, next: next === null ? undefined : (digitsOf(next) ?? String(next)) };
}

/** The newest change of a record; null if nothing is known of it. */
export async function readLastChange(collection: ServedDescription, id: string): Promise<Revision | null> {
  return (await readHistory(collection, id, undefined, { count: 1 })).revisions[0] ?? null;
}

/** The oldest change of a record that is known; null if nothing is known of it. */
export async function readFirstChange(collection: ServedDescription, id: string): Promise<Revision | null> {
  const { revisions } = await readHistory(collection, id, undefined, { count: 1, order: 'oldest_first' });
  return revisions[0] ?? null;
}

/** The differences between a draft, now or after a change, (`before`) and the published version (`after`). */
export async function readUnpublished(
  collection: ServedDescription,
  id: string,
  revision: string | undefined,
) {
  const query: [string, string][] = [['from', 'published'], ...versionQuery(collection)];
  if (revision !== undefined) query.push(['to', revision]);
  const answer = await connection.response('GET', `${recordPath(collection, id)}/difference`, { query });
  const { changes } = readExact(await answer.text()) as Pick<RawRevision, 'changes'>;
  return collection.fields.flatMap((field): FieldDifference<FieldDescription>[] => {
    const changed = changes[field.name];
    if (!changed || field.filled) return [];
    return [{ field, before: readValue(field, changed.after), after: readValue(field, changed.before) }];
  });
}

/** Sets a record's fields back to what they were after a change. Returns the id of the request. */
export async function restoreRevision(
  collection: ServedDescription,
  id: string,
  revision: string,
): Promise<string> {
  const path = `${recordPath(collection, id)}/history/${revision}/restore`;
  return requestOf(await connection.response('POST', path));
}
