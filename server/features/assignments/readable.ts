import type { Door } from '../../access/door.ts';
import { titleOf } from '../../definitions/options/presentation.ts';
import { type AnyRecord, matchingRecords, namesOf, type Reads, type Rights } from '../../records/index.ts';
import { type CommentSubject, shownPeople, storedCollection } from '../comments/exports.ts';
import type { Assignment } from './assignment.collection.ts';

type Viewer = Pick<Door, 'admission' | 'actor'>;

/** An assignment of a record that somebody may read now. */
export interface Readable extends Pick<CommentSubject, 'served' | 'definition' | 'record'> {
  readonly stored: Assignment;
}

/** Those of these assignments whose records somebody with these rights may read now, in the same order. */
export async function readableAmong(
  reads: Reads,
  rights: Rights,
  all: readonly Assignment[],
): Promise<Readable[]> {
  const byId = new Map<bigint, Readable>();
  for (const [name, same] of Map.groupBy(all, ({ collection }) => collection)) {
    const { served, definition } = storedCollection(reads.catalogue, name) ?? {};
    const which = definition ? rights.records(definition, 'read') : 'none';
    if (!served || !definition || which === 'none') continue;
    const ids = [...new Set(same.map(({ record_id }) => record_id))];
    const found = await reads.where(definition, (select) => select.where('id', 'in', ids));
    const readable = await matchingRecords(reads, definition, which, found as readonly AnyRecord[]); // every record has an id
    const records = new Map(readable.map((record) => [record.id, record]));
    for (const stored of same) {
      const record = records.get(stored.record_id);
      if (record) byId.set(stored.id, { stored, served, definition, record });
    }
  }
  return all.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Assignments for somebody who may read them. */
export async function describeAssignments(reads: Reads, viewer: Viewer, all: readonly Readable[]) {
  const described = new Map<bigint, ReturnType<typeof describe>>();
  for (const [served, same] of Map.groupBy(all, (one) => one.served)) {
    const personOf = await shownPeople(
      reads,
      viewer,
      served,
      same.flatMap(({ stored }) => [
        stored.user_id,
        stored.create_user_id,
        ...(stored.done_user_id === null ? [] : [stored.done_user_id]),
      ]),
    );
    const changeable = await changeableAmong(reads, viewer, same);
    for (const one of same) described.set(one.stored.id, describe(one, viewer, { personOf, changeable }));
  }
  return all.flatMap(({ stored }) => described.get(stored.id) ?? []);
}

/** The records of one collection that the viewer may change. */
async function changeableAmong(
  reads: Reads,
  { admission, actor }: Viewer,
  same: readonly Readable[],
): Promise<ReadonlySet<bigint>> {
  const [first] = same;
  if (!first) return new Set();
  const which = admission.rightsOf(actor).records(first.definition, 'read', 'update');
  const records = same.map(({ record }) => record);
  return new Set((await matchingRecords(reads, first.definition, which, records)).map(({ id }) => id));
}

function describe(
  { stored, served, definition, record }: Readable,
  { admission, actor }: Viewer,
  {
    personOf,
    changeable,
  }: {
    readonly personOf: Awaited<ReturnType<typeof shownPeople>>;
    readonly changeable: ReadonlySet<bigint>;
  },
) {
  const { due_time, done_time, done_user_id } = stored;
  const isOpen = done_time === null;
  const title = record[titleOf(definition, namesOf(definition, admission.rightsOf(actor)))];
  const mayChange = changeable.has(record.id);
  return {
    id: stored.id,
    collection: served.name,
    record_id: record.id,
    title: typeof title === 'string' ? title : null,
    user: personOf(stored.user_id),
    by: personOf(stored.create_user_id),
    note: stored.note,
    due_time,
    overdue: isOpen && isOverdue(stored),
    create_time: stored.create_time,
    done:
      done_time === null || done_user_id === null ? null : { by: personOf(done_user_id), time: done_time },
    can: { change: isOpen && mayChange, end: isOpen && (mayChange || stored.user_id === actor.id) },
  };
}

/** Whether the time until which it should be done has passed. */
export function isOverdue({ due_time }: Pick<Assignment, 'due_time'>): boolean {
  return due_time !== null && due_time <= Date.now();
}
