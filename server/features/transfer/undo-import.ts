import type { Door } from '../../access/door.ts';
import { done } from '../../access/write-result.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError, isRefusal } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import { restoreSets } from '../../records/past/trash.ts';
import { keptValues, undo } from '../../records/past/undo.ts';
import type { AnyRecord } from '../../records/record.ts';
import { chunksOf } from '../../records/store/chunks.ts';
import { reachableRecords } from '../../records/store/reachable-records.ts';
import type { Reads } from '../../records/store/reads.ts';
import { requestOfImport } from '../../records/undo/scope.ts';
import { columnsEvenDeleted } from '../../records/write/removal/deleted.ts';
import { revision } from '../../records/write/revision.collection.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Follow } from './begin-import.ts';
import { type Held, type ImportRun, requireHeld, writeHeld } from './held-import.ts';
import { type ImportRecord, importBatch, importCollection } from './import.collection.ts';
import { undoText } from './import-texts.ts';
import { message } from './messages/message.ts';
import { readOutcome, type UndoOutcome, writeUndone } from './outcome.ts';
import { ownRecords, undoOthers } from './undo-others.ts';

/** Begins to undo an import, or takes over an interrupted undoing. Throws if there is nothing to undo. */
export async function beginUndo(
  door: Door,
  definition: Definition,
  id: bigint,
  follow?: Follow,
): Promise<Held> {
  return writeHeld(door, async (writes) => {
    const found = await writes.find(importCollection, id);
    if (found?.dry_run) throw new AppError('notRestorable', { detail: message('dryRunKeptNothing') });
    if (found && found.updated > 0) await door.reach(definition, 'update');
    if (found?.state === 'undone') throw new AppError('notRestorable', { detail: message('alreadyUndone') });
    const runner = crypto.randomUUID();
    const time = writes.context.now;
    await writes.update(importCollection, id, { runner, state: 'undoing', problem: null, time });
    await follow?.(writes, id);
    const held = await requireHeld(writes, { id, runner });
    return [held, done(definition.codes.updated, undoText(definition.label, held))];
  });
}

/**
 * Removes the records that an import created and restores those that it updated, its last batch first, and then undoes what it did
 * to other records. Records that something else changed since are kept, and the reason is noted.
 */
export async function undoImport(run: ImportRun): Promise<ImportRecord> {
  let record = run.begun;
  const own = await ownRecords(run);
  while (record.state !== 'undone') {
    run.signal.throwIfAborted();
    record = await undoBatch(run, own);
  }
  return record;
}

function undoBatch(run: ImportRun, own: ReadonlySet<bigint>): Promise<ImportRecord> {
  const { door, definition, begun } = run;
  const { id } = begun;
  return door.writePart(requestOfImport(id), async (writes) => {
    const held = await requireHeld(writes, begun);
    const time = writes.context.now;
    const batch = await writes.first(importBatch, (select) =>
      select.where('import_id', '=', id).where('undone', 'is', null).orderBy('id', 'desc'),
    );
    if (!batch) {
      const others = await undoOthers(run, writes, own);
      const end = others
        ? { kept: held.kept + others.kept.length, time }
        : ({ state: 'undone', claim: null, time } as const);
      await writes.update(importCollection, id, end);
      return { ...held, ...end };
    }
    const { created, updated, deleted } = readOutcome(batch.outcome);
    const undone: UndoOutcome = { removed: 0, restored: 0, kept: [] };
    const undoing = { writes, definition, undone };
    await restoreRecords(undoing, idsOf(updated));
    await reviveRecords(undoing, idsOf(deleted).reverse());
    await removeRecords(undoing, idsOf(created).reverse());
    await writes.update(importBatch, batch.id, { undone: writeUndone(undone) });
    const counts = {
      removed: held.removed + undone.removed,
      restored: held.restored + undone.restored,
      kept: held.kept + undone.kept.length,
    };
    await writes.update(importCollection, id, { ...counts, time });
    return { ...held, ...counts };
  });
}

interface Undoing {
  readonly writes: Writes;
  readonly definition: Definition;
  readonly undone: UndoOutcome;
}

function idsOf(pairs: readonly (readonly [line: number, id: bigint])[]): bigint[] {
  return [...new Set(pairs.map(([, id]) => id))];
}

/** Undoes the import's change of each record; `work` returns why it could not. Records that changed since are kept. */
async function undoRecords(
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

function removeRecords(undoing: Undoing, ids: readonly bigint[]): Promise<void> {
  const { writes, definition } = undoing;
  return undoRecords(undoing, ids, 'removed', (id) => whyNot(() => writes.remove(definition, id)));
}

/** Restores deleted records, except those that somebody has restored or deleted again since. */
function reviveRecords(undoing: Undoing, ids: readonly bigint[]): Promise<void> {
  const { writes, definition } = undoing;
  return undoRecords(undoing, ids, 'restored', (id) =>
    whyNot(() => writes.atomically(async () => void (await restoreSets(writes, definition, [id])))),
  );
}

/** Restores the former values of updated records. Records that the import itself created are removed later. */
async function restoreRecords(undoing: Undoing, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  const { writes, definition } = undoing;
  const request = writes.context.requestId;
  const before = await undo(writes, definition, (select) =>
    select.where('record_id', 'in', ids).where('request_id', '=', request),
  );
  const older = ids.filter((id) => before.get(id)?.action !== 'create');
  await undoRecords(undoing, older, 'restored', async (id) => {
    const state = before.get(id);
    if (!state) return message('noPastToRestore');
    const values = keptValues(state);
    return whyNot(async () => {
      if (Object.keys(values).length > 0) await writes.update(definition, id, values);
    });
  });
}

/** Checks come before anything is changed, so what they throw leaves the transaction as it was. */
async function whyNot(work: () => Promise<void>): Promise<Text | undefined> {
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
