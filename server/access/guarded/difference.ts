import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import {
  type AnyRecord,
  isSame,
  matchingRecords,
  recordAsOf,
  removedFrom,
  revision,
  rightsOverRecord,
  type Side,
  shownOf,
} from '../../records/index.ts';
import type { Door } from '../door.ts';
import { rightsThen } from './as-of.ts';
import type { ShownChange } from './history.ts';

/** A version of a record: after an entry of its history, as it is now, or as published. */
export type Version = bigint | 'now' | 'published';

/** What differs between two versions, by field. */
export type Difference = Readonly<Record<string, ShownChange>>;

/** Compares two versions of a record that the caller may read, by the fields that they may see. */
export async function readDifference(
  door: Door,
  definition: Definition,
  id: bigint,
  [from, to]: readonly [Version, Version],
): Promise<Difference> {
  const { rights } = await door.reach(definition, 'read', 'history');
  const before = await recordIn(door, definition, id, from);
  const after = await recordIn(door, definition, id, to);
  const names = Object.keys(definition.fields).filter(
    (name) => rights.shownIn(definition, name) !== 'none' && name in before && name in after,
  );
  const changes = names.flatMap((name): [string, ShownChange][] => {
    const removed = sidesRemoved(name, before, after);
    const change = { before: before[name] ?? null, after: after[name] ?? null };
    if (removed.length > 0) return [[name, { ...change, removed }]];
    return isSame(change.before, change.after) ? [] : [[name, change]];
  });
  return Object.fromEntries(changes);
}

function sidesRemoved(name: string, before: AnyRecord, after: AnyRecord): Side[] {
  return [
    ...(removedFrom(before).includes(name) ? (['before'] as const) : []),
    ...(removedFrom(after).includes(name) ? (['after'] as const) : []),
  ];
}

/** The record in a version, without the fields that the caller may not see in it. */
async function recordIn(
  door: Door,
  definition: Definition,
  id: bigint,
  version: Version,
): Promise<AnyRecord> {
  if (version === 'published') return publishedRecord(door, definition, id);
  const { records, reads, rights } = await door.reach(definition, 'read', 'history');
  if (version === 'now') {
    const record = await reads.find(definition, id);
    const [reachable] = record ? await matchingRecords(reads, definition, records, [record]) : [];
    if (!reachable) throw new AppError('recordNotFound');
    return shownOf(definition, await rightsOverRecord(reads, definition, rights, reachable), reachable);
  }
  const entry = await reads.first(revision, (select) =>
    select.where('collection', '=', definition.name).where('record_id', '=', id).where('id', '=', version),
  );
  const record = entry && (await recordAsOf(reads, definition, { id, time: entry.time }, records));
  if (!record) throw new AppError('revisionNotFound');
  const rightsIn = await rightsThen(reads, definition, rights, [record]);
  return shownOf(definition, rightsIn(record), record);
}

async function publishedRecord(door: Door, { draftOf }: Definition, id: bigint): Promise<AnyRecord> {
  if (draftOf === undefined) throw new AppError('recordNotFound');
  const { catalogue } = door.reads;
  const published = catalogue.get(draftOf);
  const { records, rights, reads } = await door.reach(published, 'read');
  const record = await reads.find(published, id);
  const [reachable] = record ? await matchingRecords(reads, published, records, [record]) : [];
  if (!reachable) throw new AppError('recordNotFound');
  const own = await rightsOverRecord(reads, published, rights, reachable);
  const shown = Object.keys(published.fields).filter((name) => own.shows(published, name));
  return { id, ...Object.fromEntries(shown.map((name) => [name, reachable[name]])) };
}
