import { digitsOf, readExact } from '../../form/exact-json.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { rowPath, versionQuery } from './row-path.ts';

/** One change of a row, as its history tells it. */
export interface Revision {
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete' | 'restore' | 'purge';
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

/** A page of a row's history, the newest change first. */
export async function readHistory(record: ServedDescription, id: string, after?: string) {
  const query: [string, string][] = [['count', '100'], ...versionQuery(record)];
  if (after !== undefined) query.push(['after', after]);
  const answer = await connection.response('GET', `${rowPath(record, id)}/history`, { query });
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

/** Sets a row's fields back to what they were after a change. */
export async function restoreRevision(
  record: ServedDescription,
  id: string,
  revision: string,
): Promise<void> {
  await connection.request('POST', `${rowPath(record, id)}/history/${revision}/restore`);
}
