import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { type HistoryRequest, historyOf } from '../../records/past/history.ts';
import { revisionsWithin } from '../../records/past/revisions-within.ts';
import { matchingRecords } from '../../records/store/matching-records.ts';
import { whereEvenDeleted } from '../../records/write/removal/deleted.ts';
import type { Door } from '../door.ts';
import { entriesOf, type HistoryEntry } from './history-entries.ts';

/** The history of a record that the caller may read, deleted or not. */
export async function readHistory(
  door: Door,
  definition: Definition,
  id: bigint,
  { count, ...request }: HistoryRequest,
): Promise<{ items: HistoryEntry[]; next: bigint | undefined }> {
  const { records, rights, reads, listReads } = await door.reach(definition, 'read', 'history');
  const [record] = await whereEvenDeleted(reads, definition, (select) => select.where('id', '=', id));
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
  const items = await entriesOf(door, definition, { reads, rights }, { revisions: shown, visible });
  return { items, next: revisions.length > count ? items.at(-1)?.id : undefined };
}
