import type { Definition } from '../../definitions/define-record.ts';
import { AppError } from '../../errors.ts';
import { type HistoryRequest, historyOf, type Revision } from '../../records/past/history.ts';
import { revisionsWithin } from '../../records/past/revisions-within.ts';
import type { Rights } from '../../records/rights.ts';
import { matchingRows } from '../../records/rows/matching-rows.ts';
import { whereEvenDeleted } from '../../records/write/deleted.ts';
import { readChanges } from '../../records/write/revisions.ts';
import type { Door } from '../door.ts';
import { type KnownUser, knownUsers } from '../known-users.ts';

/** One change as it is answered: whose it was only as far as the caller may know. */
export interface HistoryEntry {
  readonly id: bigint;
  readonly action: string;
  readonly time: number;
  readonly request_id: string;
  readonly user: KnownUser | null;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** The history of one row that the caller may see, deleted or not; the newest change first. */
export async function readHistory(
  door: Door,
  definition: Definition,
  id: bigint,
  { count, after }: HistoryRequest,
): Promise<{ items: HistoryEntry[]; next: bigint | undefined }> {
  const { rows, rights, reads } = await door.reach(definition, 'read', 'history');
  const [row] = await whereEvenDeleted(reads, definition, (select) => select.where('id', '=', id));
  const [mine] = row ? await matchingRows(reads, definition, rows, [row]) : [];
  // A purged row is nobody's: what is left of its history is for those whom no rule keeps to some rows.
  if (!mine && (row || rows !== 'all')) throw new AppError('recordNotFound');
  const revisions = await historyOf(reads, definition, id, { count: count + 1, after });
  if (!mine && revisions.length === 0) throw new AppError('recordNotFound');
  const shown = revisions.slice(0, count);
  const told = mine
    ? await revisionsWithin(reads, definition, rows, { row: mine, revisions: shown })
    : new Set(shown);
  const authors = shown.map(({ user_id }) => user_id);
  const reader = await door.admission.identify(); // a history that is open to everyone has names for some alone
  const known = await knownUsers(reads, reader, definition.access?.history, authors);
  const items = shown.map((revision) => ({
    ...revision,
    user: known(revision.user_id),
    changes: told.has(revision) ? toldChanges(definition, rights, revision) : {},
  }));
  return { items, next: revisions.length > count ? items.at(-1)?.id : undefined };
}

function toldChanges(definition: Definition, rights: Rights, revision: Revision): HistoryEntry['changes'] {
  const changes = Object.entries(readChanges(definition, revision));
  const shown = changes.filter(([name]) => rights.shows(definition, name));
  return Object.fromEntries(shown.map(([name, [before, after]]) => [name, { before, after }]));
}
