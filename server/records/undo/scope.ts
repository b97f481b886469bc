import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Select } from '../query/select.ts';
import type { revision } from '../write/revision.collection.ts';

/** The changes to undo: those that meet all given conditions. */
export interface UndoScope {
  readonly userId?: bigint | undefined;
  /** The API key that made them. */
  readonly keyId?: bigint | undefined;
  /** In milliseconds since 1970, both included. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** The id of the request, or of the import, that histories name. */
  readonly requestId?: string | undefined;
  /** Names of collections; their drafts are included. */
  readonly collections?: readonly string[] | undefined;
  /** Only these records, by the names of their collections; of drafts, by their own. */
  readonly records?: ReadonlyMap<string, readonly bigint[]> | undefined;
  /** The most changes to undo, and the most later ones to read; without it, what an administrator may. */
  readonly bounds?: UndoBounds | undefined;
}

export interface UndoBounds {
  readonly changes: number;
  readonly lookedAt: number;
}

/** What an undo covers where nothing else bounds it. */
export const WIDEST: UndoBounds = { changes: 5000, lookedAt: 20_000 };

type Revision = Pick<RecordOf<typeof revision>, 'user_id' | 'key_id' | 'time' | 'request_id'>;

/** Narrows a query over revisions to those of a scope. */
export function withinScope(
  select: Select,
  { userId, keyId, since, until, requestId, records }: UndoScope,
): Select {
  let narrowed = select;
  if (records !== undefined)
    narrowed = narrowed.where((e) =>
      e.or([...records].map(([name, ids]) => e.and([e('collection', '=', name), e('record_id', 'in', ids)]))),
    );
  if (userId !== undefined) narrowed = narrowed.where('user_id', '=', userId);
  if (keyId !== undefined) narrowed = narrowed.where('key_id', '=', keyId);
  if (since !== undefined) narrowed = narrowed.where('time', '>=', since);
  if (until !== undefined) narrowed = narrowed.where('time', '<=', until);
  if (requestId !== undefined) narrowed = narrowed.where('request_id', '=', requestId);
  return narrowed;
}

/** Whether a revision of one of its records is within a scope; the same condition as `withinScope`, in memory. */
export function isWithinScope(revised: Revision, scope: UndoScope): boolean {
  const { userId = revised.user_id, keyId = revised.key_id, requestId = revised.request_id } = scope;
  const { since = revised.time, until = revised.time } = scope;
  return (
    revised.user_id === userId &&
    revised.key_id === keyId &&
    revised.request_id === requestId &&
    since <= revised.time &&
    revised.time <= until
  );
}

/** The id that histories give the changes of an import or of a bulk change. */
export function requestOfImport(importId: bigint): string {
  return `import-${importId}`;
}
