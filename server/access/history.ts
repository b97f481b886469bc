import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import { whereEvenDeleted } from '../records/deleted.ts';
import { type HistoryRequest, historyOf, type Revision } from '../records/history.ts';
import { readChanges } from '../records/revisions.ts';
import type { Actor } from './actor.ts';
import type { Door } from './door.ts';
import { usernamesOf } from './usernames.ts';

/** One change as it is answered: whose it was only as far as the caller may know. */
export interface HistoryEntry {
  readonly id: bigint;
  readonly action: string;
  readonly time: number;
  readonly request_id: string;
  readonly user: { readonly id: bigint; readonly username: string | null } | null;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** The history of one row that the caller may see, deleted or not; the newest change first. */
export async function readHistory(
  door: Door,
  definition: Definition,
  id: bigint,
  { count, after }: HistoryRequest,
): Promise<{ items: HistoryEntry[]; next: bigint | null }> {
  const [row] = await whereEvenDeleted(door.reads, definition, (select) => select.where('id', '=', id));
  const revisions = await historyOf(door.reads, definition, id, { count: count + 1, after });
  // A purged row is nobody's: what is left of its history is for those whom no rule keeps to some rows.
  const mayRead = row ? door.mayTouch(row) : door.admission.rows === 'all' && revisions.length > 0;
  if (!mayRead) throw new AppError('recordNotFound');
  const shown = revisions.slice(0, count);
  const names = await usernamesOf(
    door.reads,
    shown.map(({ user_id }) => user_id),
  );
  const items = shown.map((revision) => ({
    ...revision,
    user: mayKnow(door.actor, definition, revision)
      ? { id: revision.user_id, username: names.get(revision.user_id) ?? null }
      : null,
    changes: toldChanges(definition, revision),
  }));
  return { items, next: revisions.length > count ? (items.at(-1)?.id ?? null) : null };
}

/** Who did it is told to those who were granted the history, not to everybody whom a definition lets read it. */
function mayKnow(actor: Actor, { access }: Definition, { user_id }: Revision): boolean {
  return actor.isSuper || access?.history.level === 'permission' || user_id === actor.id;
}

function toldChanges(definition: Definition, revision: Revision): HistoryEntry['changes'] {
  const changes = Object.entries(readChanges(definition, revision));
  return Object.fromEntries(changes.map(([name, [before, after]]) => [name, { before, after }]));
}
