import { type Actor, type Door, type VisibleChange, visibleChanges } from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import type { Cursors } from '../../http/answers/sealed-cursors.ts';
import type { FeedPosition } from '../../records/changes/note-changes.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { type ChangeQuery, collectionOf, readSought, readWanted, USUAL_PAGE } from './change-query.ts';
import { message } from './messages/message.ts';

/** How many changes of all collections are read for one page. */
const MOST_LOOKED_AT = 1000;

/**
 * One page of the changes that a caller may learn of. It may hold fewer than were asked for, although there are more. Where the
 * first changes are of other collections than those asked for, it passes over all of these.
 */
export async function changePage(
  store: RecordStore,
  { admission, longReads }: Pick<Door, 'admission' | 'longReads'>,
  { query, cursors }: { readonly query: ChangeQuery; readonly cursors: Cursors },
) {
  const { changes, reads } = store;
  const actor = await admission.identify();
  const rights = admission.rightsOf(actor);
  const isWanted = readWanted(store, rights, query);
  await changes.order();
  const start = await startOf(store, query, cursors);
  const first = await changes.after(start, MOST_LOOKED_AT);
  const sought = first.hasMore && !first.changes.some(isWanted) ? readSought(store, query) : undefined;
  const {
    end,
    hasMore,
    changes: found,
  } = sought
    ? await changes.after(await changes.before(sought, first.end, longReads), MOST_LOOKED_AT)
    : first;
  const visible = await visibleChanges(reads, rights, found.filter(isWanted));
  const items = visible.slice(0, query.count ?? USUAL_PAGE);
  const isCut = items.length < visible.length;
  const next = isCut ? (items.at(-1)?.change ?? end) : end;
  return {
    items: items.map((one) => toItem(one, actor, cursors)),
    next: cursors.write(next),
    more: isCut || hasMore,
  };
}

/** Where reading begins: after a cursor, at a time, or at the start of the feed. */
export async function startOf(
  { changes }: Pick<RecordStore, 'changes'>,
  { after, since }: ChangeQuery,
  cursors: Cursors,
): Promise<FeedPosition> {
  if (after !== undefined && since !== undefined) throw badParameters({ since: message('afterOrSince') });
  if (after !== undefined) return cursors.read(after, 'after');
  return since === undefined ? changes.start() : changes.since(since);
}

/** A change in the form of an answer. */
export function toItem({ change, event, fields }: VisibleChange, actor: Pick<Actor, 'id'>, cursors: Cursors) {
  return {
    cursor: cursors.write(change),
    event,
    ...(change.decision && { decision: change.decision }),
    collection: collectionOf(change),
    ...(change.definition.draftOf !== undefined && { version: 'draft' as const }),
    id: change.recordId,
    time: change.time,
    own: actor.id !== 0n && change.userId === actor.id,
    ...(fields && { fields }),
  };
}
