import type { Shape } from '../../../contract/column.ts';
import type { Definition, RecordOf } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { freeTurn, fromJson, isTurnOver } from '../../shared/index.ts';
import { type Select, selectColumns } from '../query/select.ts';
import type { AnyRecord } from '../record.ts';
import { chunksOf } from '../store/chunks.ts';
import { readChanges, revision, type Writes, whereEvenDeleted } from '../write/index.ts';
import { lockedRows } from './adopted-undo.ts';
import { lockPlaces } from './lock-places.ts';
import type { PastRevision } from './net-effect.ts';
import { isWithinScope, type UndoScope, WIDEST, withinScope } from './scope.ts';

/** A revision may hold two values of a megabyte. */
const READ_AT_ONCE = 20;

const { id, collection, record_id } = revision.columns;
const placeOfRecord = { id, record_id } as Shape; // the collection has them
const placeShape = { ...placeOfRecord, collection } as Shape; // as above

/** A record that a scope changed, as it is now, with its steps since the scope's first change. */
export interface Timeline {
  readonly definition: Definition;
  readonly id: bigint;
  /** The id where it is a text. */
  readonly key?: string | undefined;
  /** Undefined if it was purged. */
  readonly record: AnyRecord | undefined;
  readonly steps: readonly PastRevision[];
  /** The last revision within the scope; records with later ones are undone first. */
  readonly last: bigint;
}

/**
 * The records of served collections that a scope changed, locked until the transaction ends, so that the plan stays true. Throws if
 * there are too many changes.
 */
export async function timelinesOf(writes: Writes, scope: UndoScope): Promise<Timeline[]> {
  const timelines: Timeline[] = [];
  const { lookedAt } = scope.bounds ?? WIDEST;
  let left = lookedAt;
  for (const [collection, firsts] of await firstChanges(writes, scope)) {
    const definition = writes.catalogue.get(collection);
    const ids = [...firsts.keys()].toSorted(byNumber);
    const look = () => stepsOf(writes, definition, { firsts, scope, most: left });
    if (definition.tree !== undefined && !writes.engine.isSerial)
      await lockPlaces(writes, definition, await look());
    const records = definition.writes
      ? await lockedRows(writes, definition, await look())
      : await lockedRecords(writes, definition, ids);
    const steps = await look(); // now that nobody else changes the records
    for (const id of ids) {
      const own = steps.get(id) ?? [];
      left -= own.length;
      const last = own.findLast(({ isWithin }) => isWithin)?.id;
      if (last === undefined) continue;
      const key = own[0]?.key ?? undefined;
      timelines.push({ definition, id, key, record: records.get(id), steps: own, last });
    }
  }
  return timelines;
}

async function lockedRecords(
  writes: Writes,
  definition: Definition,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, AnyRecord>> {
  const records = new Map<bigint, AnyRecord>();
  for (const some of chunksOf(ids))
    for (const record of await whereEvenDeleted(writes, definition, (select) =>
      select.where('id', 'in', some).orderBy('id'),
    ))
      records.set(record.id, record);
  return records;
}

/** The first change within the scope of each record, by collection, in the order of the collections' names. */
async function firstChanges(
  writes: Writes,
  scope: UndoScope,
): Promise<readonly (readonly [string, Map<bigint, bigint>])[]> {
  const { served, drafts } = writes.catalogue;
  const { changes } = scope.bounds ?? WIDEST;
  const isWanted = ({ name, draftOf = name }: Definition) =>
    scope.collections === undefined || scope.collections.includes(draftOf);
  const names = [...served, ...drafts].filter((one) => one.keepsHistory && isWanted(one));
  const firsts = new Map<string, Map<bigint, bigint>>();
  if (names.length === 0) return [];
  const within = withinScope(selectColumns(writes.query, revision.name, Object.keys(placeShape)), scope);
  const wanted = within.where(
    'collection',
    'in',
    names.map(({ name }) => name),
  );
  const found = await writes.records<Pick<RecordOf<typeof revision>, 'id' | 'collection' | 'record_id'>>(
    wanted.orderBy('id').limit(changes + 1),
    placeShape,
  );
  if (found.length > changes) throw tooMany(changes);
  for (const { id, collection, record_id: recordId } of found) {
    const ofCollection = firsts.get(collection) ?? new Map<bigint, bigint>();
    firsts.set(collection, ofCollection);
    if (!ofCollection.has(recordId)) ofCollection.set(recordId, id);
  }
  return [...firsts].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function tooMany(max: number) {
  return badParameters({ '': message('tooManyChanges', { max }) });
}

/** The ids of the revisions of these records from the first of each on. */
async function placesOf(
  writes: Writes,
  collection: string,
  ids: readonly bigint[],
  { firsts, most }: Pick<Look, 'firsts' | 'most'>,
): Promise<bigint[]> {
  const earliest = ids.map((id) => firsts.get(id) ?? 0n).toSorted(byNumber)[0] ?? 0n;
  const select = selectColumns(writes.query, revision.name, ['id', 'record_id'])
    .where('collection', '=', collection)
    .where('record_id', 'in', ids)
    .where('id', '>=', earliest);
  const found = await writes.records<{ id: bigint; record_id: bigint }>(
    select.orderBy('id').limit(most + 1),
    placeOfRecord,
  );
  return found.flatMap(({ id, record_id }) => (id >= (firsts.get(record_id) ?? 0n) ? id : []));
}

interface Look {
  readonly firsts: ReadonlyMap<bigint, bigint>;
  readonly scope: UndoScope;
  /** How many steps there may be. */
  readonly most: number;
}

/** The steps of records from the first of each on, oldest first. Throws if there are too many. */
async function stepsOf(
  writes: Writes,
  definition: Definition,
  { firsts, scope, most }: Look,
): Promise<ReadonlyMap<bigint, PastRevision[]>> {
  const steps = new Map<bigint, PastRevision[]>();
  let left = most;
  for (const ids of chunksOf([...firsts.keys()])) {
    const places = await placesOf(writes, definition.name, ids, { firsts, most: left });
    left -= places.length;
    if (left < 0) throw tooMany((scope.bounds ?? WIDEST).lookedAt);
    for (let start = 0; start < places.length; start += READ_AT_ONCE) {
      if (isTurnOver()) await freeTurn();
      const some = places.slice(start, start + READ_AT_ONCE);
      for (const one of await revisionsAt(writes, some)) {
        const own = steps.get(one.record_id) ?? [];
        steps.set(one.record_id, own);
        own.push(stepOf(definition, one, isWithinScope(one, scope)));
      }
    }
  }
  return steps;
}

type Revision = RecordOf<typeof revision>;

function revisionsAt(writes: Writes, places: readonly bigint[]): Promise<Revision[]> {
  const query: Select = selectColumns(writes.query, revision.name, Object.keys(revision.columns));
  return writes.records<Revision>(query.where('id', 'in', places).orderBy('id'), revision.columns);
}

function stepOf(definition: Definition, one: Revision, isWithin: boolean): PastRevision {
  const changes = readChanges(definition, one);
  const key = one.record_key;
  return {
    id: one.id,
    action: one.action,
    key,
    isWithin,
    changes,
    unkept: unkeptIn(definition, one.changes),
  };
}

/** The revisions that had deleted these records before the scope restored them, as far as histories go back. */
export async function deletionsBefore(
  writes: Writes,
  { name }: Definition,
  timelines: readonly Timeline[],
): Promise<ReadonlyMap<Timeline, bigint>> {
  const deletions = new Map<Timeline, bigint>();
  for (const some of chunksOf(timelines)) {
    const byRecord = new Map(some.map((timeline) => [timeline.id, timeline]));
    const select = selectColumns(writes.query, revision.name, ['id', 'record_id'])
      .where('collection', '=', name)
      .where('record_id', 'in', [...byRecord.keys()])
      .where('action', '=', 'delete');
    const found = await writes.records<{ id: bigint; record_id: bigint }>(
      select.orderBy('id'),
      placeOfRecord,
    );
    for (const { id, record_id } of found) {
      const timeline = byRecord.get(record_id);
      const isWithin = timeline?.steps.some((step) => step.id === id && step.isWithin);
      if (timeline && id < timeline.last && !isWithin) deletions.set(timeline, id); // the latest one stays
    }
  }
  return deletions;
}

function unkeptIn({ fields }: Definition, changes: string): string[] {
  return Object.keys(fromJson<object>(changes)).filter(
    (name) => Object.hasOwn(fields, name) && fields[name]?.secret,
  );
}

function byNumber(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
