import { readValue } from '../../form/field-values.ts';
import type { FieldDifference } from '../../form/past-states.ts';
import type { FieldDescription, ServedDescription } from '../definitions.ts';
import { recordClient } from './record-list.ts';

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
  const page = await recordClient(collection).history(id, {
    count,
    order,
    ...(after !== undefined && { after }),
  });
  const revisions = page.items.map(
    ({ user, changes, ...one }): Revision => ({
      ...one,
      username: user?.username ?? null,
      changes: changes as Revision['changes'], // it holds what has changed alone
    }),
  );
  return { revisions, next: page.next ?? undefined };
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
  const changes = await recordClient(collection).difference(id, {
    from: 'published',
    ...(revision !== undefined && { to: revision }),
  });
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
  return (await recordClient(collection).restoreRevision(id, revision)).request;
}
