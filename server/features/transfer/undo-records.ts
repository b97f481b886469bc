import type { Shape } from '../../../contract/column.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { isRefusal } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import {
  type AnyRecord,
  chunksOf,
  columnsEvenDeleted,
  emptyOutcome,
  type Reads,
  reachableRecords,
  requestOfImport,
  revision,
  selectColumns,
  undoChanges,
  type Writes,
} from '../../records/index.ts';
import { isDecision } from './by-filter/actions.ts';
import type { ImportRun } from './held-import.ts';
import { importBatch } from './import.collection.ts';
import { message } from './messages/message.ts';
import { readOutcome, readUndone, type UndoOutcome, writeOutcome, writeUndone } from './outcome.ts';

/** The undoing of one batch. */
export interface Undoing {
  readonly writes: Writes;
  readonly definition: Definition;
  readonly undone: UndoOutcome;
}

/** Undoes the import's change of each record; `work` returns why it could not. Records that changed since are kept. */
export async function undoRecords(
  { writes, definition, undone }: Undoing,
  ids: readonly bigint[],
  count: 'removed' | 'restored',
  work: (id: bigint) => Promise<Text | undefined>,
): Promise<void> {
  const changed = await changedSince(writes, definition, ids);
  const seen = await seenAmong(writes, definition, changed);
  for (const id of ids) {
    const reason = message(seen.has(id) ? 'changedSinceImport' : 'recordNotFound');
    const why = changed.has(id) ? reason : await work(id);
    if (why === undefined) undone[count] += 1;
    else undone.kept.push([id, why]);
  }
}

/** The records among these, deleted or not, that the actor may read now: of others they must not learn that they have changed. */
async function seenAmong(
  writes: Writes,
  definition: Definition,
  ids: ReadonlySet<bigint>,
): Promise<ReadonlySet<bigint>> {
  const { name, columns } = definition;
  const records: AnyRecord[] = [];
  for (const some of chunksOf([...ids])) {
    const select = columnsEvenDeleted(writes, name, Object.keys(columns)).where('id', 'in', some);
    records.push(...(await writes.records<AnyRecord>(select, columns)));
  }
  return new Set((await reachableRecords(writes, definition, records, ['read'])).map(({ id }) => id));
}

/** Checks come before anything is changed, so what they throw leaves the transaction as it was. */
export async function whyNot(work: () => Promise<void>): Promise<Text | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.text;
  }
}

/** The records among these that something else changed after this import. Only known for fully audited collections. */
async function changedSince(
  reads: Reads & Pick<Writes, 'context'>,
  { name, audit }: Definition,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (audit !== 'full' || ids.length === 0) return new Set();
  const { requestId } = reads.context;
  const query = reads.query
    .selectFrom(`${revision.name} as other`)
    .select('other.record_id')
    .distinct()
    .where('other.collection', '=', name)
    .where('other.record_id', 'in', ids)
    .where('other.request_id', '<>', requestId)
    .where((e) =>
      e.exists(
        e
          .selectFrom(`${revision.name} as own`)
          .select('own.id')
          .where('own.collection', '=', name)
          .whereRef('own.record_id', '=', 'other.record_id')
          .where('own.request_id', '=', requestId)
          .whereRef('own.id', '<', 'other.id'),
      ),
    );
  const records = await reads.records<{ record_id: bigint }>(query, { record_id: { type: 'bigint' } });
  return new Set(records.map((record) => record.record_id));
}

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
