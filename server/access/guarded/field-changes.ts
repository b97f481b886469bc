import { type Definition, titleOf } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import {
  type AnyRecord,
  fieldNamed,
  MOST_CHANGES,
  matchingRecords,
  namesOf,
  nearestName,
  type Reads,
  type Revision,
  revision,
  revisionsWithin,
  whereEvenDeleted,
} from '../../records/index.ts';
import {
  changesInPeriod,
  changesOfField,
  type PastPlace,
  type PeriodRequest,
} from '../../records/past/field-changes.ts';
import type { CollectionReach, Door } from '../door.ts';
import { knowsUsers } from '../known-users.ts';
import { entriesOf, type HistoryEntry } from './history.ts';

export interface FieldChangesRequest extends PeriodRequest {
  readonly field: string;
  readonly count: number;
}

/** One change of the field, with its record. `changes` holds nothing but the field. */
export interface FieldChange extends HistoryEntry {
  readonly record_id: bigint;
  /** What names the record now; null if it is deleted, or nothing that the caller may see names it. */
  readonly title: string | null;
}

export interface FieldChangesPage {
  readonly items: readonly FieldChange[];
  /** Where the page ended, if there may be more. A page may be short, or empty, and others follow. */
  readonly next: PastPlace | undefined;
}

/** A change, and its record where that still exists. */
interface Candidate {
  readonly change: Revision;
  readonly record: AnyRecord | undefined;
}

/** The changes of one field that the histories of the single records tell the caller, the newest first. */
export async function readFieldChanges(
  door: Door,
  definition: Definition,
  { field, count, ...period }: FieldChangesRequest,
): Promise<FieldChangesPage> {
  const reach = await door.reach(definition, 'read', 'history');
  const { rights, longReads } = reach;
  if (typeof rights.shownIn(definition, field) === 'object')
    throw badParameters({ field: message('onlyInSomeRecords', { name: field }) });
  if (!Object.hasOwn(definition.fields, field) || !fieldNamed(definition, field, rights))
    throw badParameters({
      field: message('notAUsableField', { near: nearestName(definition, field, rights) }),
    });
  await requireKnown(door, definition, period.user);
  const { ids, end } = await changesInPeriod(longReads, definition, period);
  const { told, next } = await toldAmong(
    reach,
    definition,
    changesOfField(longReads, definition, field, ids),
    count,
  );
  const revisions = told.map(({ change }) => change);
  const shown = { reads: reach.reads, rightsIn: () => rights };
  const entries = await entriesOf(door, definition, shown, { revisions, visible: new Set(revisions) });
  const title = titleOf(definition, namesOf(definition, rights));
  const items = entries.map((entry, index) => {
    const { change, record } = told[index] as Candidate; // there is one for each entry
    const changed = Object.entries(entry.changes).filter(([name]) => name === field);
    return {
      ...entry,
      changes: Object.fromEntries(changed),
      record_id: change.record_id,
      title: titleIn(record, title),
    };
  });
  return { items, next: next ?? end };
}

/** Callers who may not know who made a change must not find out by asking for the changes of each user. */
async function requireKnown(door: Door, { access }: Definition, user: bigint | undefined): Promise<void> {
  if (user === undefined) return;
  const reader = await door.admission.identify();
  if (user !== reader.id && !knowsUsers(reader, access?.history))
    throw badParameters({ user: message('onlyOwnChanges') });
}

/**
 * At most `count` of these changes: those whose record the caller may read, before and after the change as well as now. Where a rule
 * has a condition, each takes to undo what came later, and the page ends before that is too much for one request.
 */
async function toldAmong(
  { records, longReads }: CollectionReach,
  definition: Definition,
  changes: AsyncIterable<readonly Revision[]>,
  count: number,
): Promise<{ told: Candidate[]; next: PastPlace | undefined }> {
  const told: Candidate[] = [];
  let last: PastPlace | undefined;
  let undone = 0;
  for await (const some of changes)
    for (const candidate of await reachableAmong({ records, longReads }, definition, some)) {
      const { change, record } = candidate;
      if (told.length === count) return { told, next: last };
      if (records !== 'all' && record) {
        undone += await countSince(longReads, change);
        if (undone > MOST_CHANGES && last) return { told, next: last };
        const only = { record, revisions: [change] };
        const within = await revisionsWithin(longReads, definition, records, only);
        if (within.has(change)) told.push(candidate);
      } else {
        told.push(candidate);
      }
      last = change;
    }
  return { told, next: undefined };
}

/** The changes of records that the caller may read now. A purged record matches no condition. */
async function reachableAmong(
  { records, longReads }: Pick<CollectionReach, 'records' | 'longReads'>,
  definition: Definition,
  changes: readonly Revision[],
): Promise<Candidate[]> {
  const ids = [...new Set(changes.map(({ record_id }) => record_id))];
  if (ids.length === 0) return [];
  const there = await whereEvenDeleted(longReads, definition, (select) => select.where('id', 'in', ids));
  const reachable = await matchingRecords(longReads, definition, records, there);
  const byId = new Map(reachable.map((record) => [record.id, record]));
  return changes
    .map((change) => ({ change, record: byId.get(change.record_id) }))
    .filter(({ record }) => record !== undefined || records === 'all');
}

function countSince(reads: Reads, { collection, record_id, time, id }: Revision): Promise<number> {
  return reads.count(revision, (select) =>
    select
      .where('collection', '=', collection)
      .where('record_id', '=', record_id)
      .where('time', '>=', time)
      .where('id', '>', id),
  );
}

/** Of deleted records no present value is told: those are for readers of the trash. */
function titleIn(record: AnyRecord | undefined, title: string): string | null {
  const value = record?.is_deleted ? null : record?.[title];
  return typeof value === 'string' ? value : null;
}
