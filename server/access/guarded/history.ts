import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import {
  type AnyRecord,
  type HistoryRequest,
  historyOf,
  matchingRecords,
  type Reads,
  type Revision,
  type Rights,
  readChanges,
  revisionsWithin,
  type Side,
  whereEvenDeleted,
} from '../../records/index.ts';
import { type NamedKey, namedKeys } from '../api-keys/named-keys.ts';
import type { CollectionReach, Door } from '../door.ts';
import { type KnownUser, knownUsers } from '../known-users.ts';

/** The history of a record that the caller may read, deleted or not. */
export async function readHistory(
  door: Door,
  definition: Definition,
  asked: bigint,
  { count, ...request }: HistoryRequest,
): Promise<{ items: HistoryEntry[]; next: bigint | undefined }> {
  const { records, rights, reads, listReads } = await door.reach(definition, 'read', 'history');
  const [record] = await whereEvenDeleted(reads, definition, (select) => select.where('id', '=', asked));
  const id = record?.id ?? asked; // the column of a text may find it in other letter case
  const [reachable] = record ? await matchingRecords(reads, definition, records, [record]) : [];
  // A purged record matches no condition, so only callers who may read all records see what is left of its history.
  if (!reachable && (record || records !== 'all')) throw new AppError('recordNotFound');
  const revisions = await historyOf(listReads, definition, id, { ...request, count: count + 1 });
  if (!reachable && revisions.length === 0) throw new AppError('recordNotFound');
  const shown = revisions.slice(0, count);
  const newestFirst = request.isOldestFirst ? shown.toReversed() : shown;
  const visible = reachable
    ? await revisionsWithin(listReads, definition, records, { record: reachable, revisions: newestFirst })
    : new Set(shown);
  const rightsIn = await rightsOverRevisions(listReads, definition, rights, {
    record: reachable,
    revisions: newestFirst,
  });
  const items = await entriesOf(door, definition, { reads, rightsIn }, { revisions: shown, visible });
  return { items, next: revisions.length > count ? items.at(-1)?.id : undefined };
}

/**
 * The rights over the fields in revisions of a record, newest first. A field that is shown in some records alone must be shown in
 * the states before and after a revision, and in the record as it is now: a right that has ended shows no past.
 */
async function rightsOverRevisions(
  reads: Reads,
  definition: Definition,
  rights: Rights,
  { record, revisions }: { readonly record: AnyRecord | undefined; readonly revisions: readonly Revision[] },
): Promise<(revision: Revision) => Rights> {
  const shown = new Map<string, ReadonlySet<Revision>>();
  if (!record) return () => rights;
  for (const field of definition.readRules.keys()) {
    const records = rights.shownIn(definition, field);
    if (typeof records !== 'object') continue;
    const [isShown] = await matchingRecords(reads, definition, records, [record]);
    if (isShown) shown.set(field, await revisionsWithin(reads, definition, records, { record, revisions }));
  }
  if (shown.size === 0) return () => rights;
  return (revision) => ({
    ...rights,
    shows: (there, field) =>
      (there === definition && shown.get(field)?.has(revision) === true) || rights.shows(there, field),
  });
}

/** A field before and after a change; its rule has removed the sides in `removed`. */
export interface ShownChange {
  readonly before: unknown;
  readonly after: unknown;
  readonly removed?: readonly Side[];
}

/** One change as clients see it; its user is null if the caller may not know them. */
export interface HistoryEntry {
  readonly id: bigint;
  readonly action: string;
  readonly time: number;
  readonly request_id: string;
  readonly user: KnownUser | null;
  /** The API key by which a program made it, as far as the user is known. */
  readonly key?: NamedKey;
  /** Who approved the change set that made it. */
  readonly approved_by?: KnownUser | null;
  readonly changes: Readonly<Record<string, ShownChange>>;
}

/** Revisions as the caller may see them, in the same order. Those that are not `visible` come without values. */
export async function entriesOf(
  door: Door,
  definition: Definition,
  { reads, rightsIn }: Pick<CollectionReach, 'reads'> & { readonly rightsIn: (revision: Revision) => Rights },
  {
    revisions,
    visible,
  }: { readonly revisions: readonly Revision[]; readonly visible: ReadonlySet<Revision> },
): Promise<HistoryEntry[]> {
  const authors = revisions.flatMap(({ user_id, approver_id }) => [
    user_id,
    ...(approver_id === null ? [] : [approver_id]),
  ]);
  const reader = await door.admission.identify(); // a public history shows names only to some
  const known = await knownUsers(reads, reader, definition.access?.history, authors);
  const keys = await namedKeys(reads, revisions);
  return revisions.map((revision) => {
    const user = known(revision.user_id);
    const key = user && revision.key_id !== null ? keys.get(revision.key_id) : undefined;
    const changes = visible.has(revision) ? visibleChanges(definition, rightsIn(revision), revision) : {};
    const approved = revision.approver_id !== null && { approved_by: known(revision.approver_id) };
    const action = revision.decision ?? revision.action;
    return { ...revision, action, user, ...(key && { key }), ...approved, changes };
  });
}

function visibleChanges(definition: Definition, rights: Rights, revision: Revision): HistoryEntry['changes'] {
  const changes = Object.entries(readChanges(definition, revision));
  const shown = changes.filter(([name]) => rights.shows(definition, name));
  return Object.fromEntries(
    shown.map(([name, [before, after, removed]]) => [name, { before, after, ...(removed && { removed }) }]),
  );
}
