import type { Shape } from '../../../contract/column.ts';
import {
  emptyOutcome,
  requestOfImport,
  revision,
  selectColumns,
  undoChanges,
  type Writes,
} from '../../records/index.ts';
import { isDecision } from './by-filter/actions.ts';
import type { ImportRun } from './held-import.ts';
import { importBatch } from './import.collection.ts';
import { readOutcome, readUndone, type UndoOutcome, writeOutcome, writeUndone } from './outcome.ts';

/** How many changes are looked at in one transaction: fewer than an undo takes. */
const AT_ONCE = 2000;

const { id, collection, record_id } = revision.columns;
const placeShape = { id, collection, record_id } as Shape; // the collection has them

interface LaterRevision {
  readonly id: bigint;
  readonly collection: string;
  readonly record_id: bigint;
}

/** The records of the import itself, which its batches have undone. */
export async function ownRecords({ door, begun }: ImportRun): Promise<ReadonlySet<bigint>> {
  const own = new Set<bigint>();
  for (let after = 0n; ; ) {
    const from = after;
    const batch = await door.reads.first(importBatch, (select) =>
      select.where('import_id', '=', begun.id).where('id', '>', from).orderBy('id'),
    );
    if (!batch) return own;
    after = batch.id;
    const { created, updated, deleted } = readOutcome(batch.outcome);
    for (const [, record] of [...created, ...updated, ...deleted]) own.add(record);
  }
}

/**
 * Undoes the latest of what an import did to other records, by hooks for example; those that its batches have undone are `own`.
 * What was done is kept as a batch, so that an interrupted undoing goes on behind it. Returns undefined if nothing is left.
 */
export async function undoOthers(
  { definition, begun, door }: ImportRun,
  writes: Writes,
  own: ReadonlySet<bigint>,
): Promise<UndoOutcome | undefined> {
  const places = await placesBefore(writes, requestOfImport(begun.id), await placeReached(writes, begun.id));
  const last = places.at(-1);
  const isOfBatches = (name: string) =>
    name === definition.name || (isDecision(begun.action) && name === definition.draftOf);
  if (!last) return undefined;
  const others = places.filter((place) => !isOfBatches(place.collection) || !own.has(place.record_id));
  const scope = { requestId: requestOfImport(begun.id), records: idsByCollection(others) };
  const isOwn = begun.create_user_id === door.actor.id;
  const lines = others.length > 0 ? await undoChanges(writes, scope, isOwn) : [];
  const kept = lines.flatMap(({ outcome, id, reason, collection }): UndoOutcome['kept'] =>
    outcome === 'left' && reason !== undefined ? [[id, reason, collection]] : [],
  );
  const undone: UndoOutcome = { removed: 0, restored: 0, kept, before: last.id };
  await writes.create(importBatch, {
    import_id: begun.id,
    outcome: writeOutcome(emptyOutcome()),
    undone: writeUndone(undone),
  });
  return undone;
}

/** The change up to which an interrupted undoing came. */
async function placeReached(writes: Writes, importId: bigint): Promise<bigint | undefined> {
  const last = await writes.first(importBatch, (select) =>
    select.where('import_id', '=', importId).orderBy('id', 'desc'),
  );
  return last?.undone ? readUndone(last.undone).before : undefined;
}

function placesBefore(
  writes: Writes,
  requestId: string,
  before: bigint | undefined,
): Promise<LaterRevision[]> {
  const ofRequest = selectColumns(writes.query, revision.name, Object.keys(placeShape)).where(
    'request_id',
    '=',
    requestId,
  );
  const older = before === undefined ? ofRequest : ofRequest.where('id', '<', before);
  return writes.records<LaterRevision>(older.orderBy('id', 'desc').limit(AT_ONCE), placeShape);
}

function idsByCollection(places: readonly LaterRevision[]): ReadonlyMap<string, readonly bigint[]> {
  const byCollection = Map.groupBy(places, (place) => place.collection);
  return new Map(
    [...byCollection].map(([name, some]) => [name, [...new Set(some.map((place) => place.record_id))]]),
  );
}
