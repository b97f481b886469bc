import { type Door, done } from '../../access/index.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { keptValues, requestOfImport, restoreSets, undo } from '../../records/index.ts';
import type { Follow } from './begin-import.ts';
import { isDecision } from './by-filter/actions.ts';
import { undoDecisions } from './by-filter/undo-decisions.ts';
import { type Held, type ImportRun, requireHeld, writeHeld } from './held-import.ts';
import { type ImportRecord, importBatch, importCollection, undoText } from './import.collection.ts';
import { message } from './messages/message.ts';
import { readOutcome, type UndoOutcome, writeUndone } from './outcome.ts';
import { ownRecords, type Undoing, undoOthers, undoRecords, whyNot } from './undo-records.ts';

/** Begins to undo an import, or takes over an interrupted undoing. Throws if there is nothing to undo. */
export async function beginUndo(
  door: Door,
  definition: Definition,
  id: bigint,
  follow?: Follow,
): Promise<Held> {
  if (definition.sql) throw new AppError('notRestorable', { detail: message('staysInTable') });
  return writeHeld(door, async (writes) => {
    const found = await writes.find(importCollection, id);
    if (found?.dry_run) throw new AppError('notRestorable', { detail: message('dryRunKeptNothing') });
    if (found?.action === 'import' && found.updated > 0) await door.reach(definition, 'update');
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
    if (isDecision(begun.action)) await undoDecisions(run, undoing, idsOf(updated));
    else await restoreRecords(undoing, idsOf(updated));
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

function idsOf(pairs: readonly (readonly [line: number, id: bigint])[]): bigint[] {
  return [...new Set(pairs.map(([, id]) => id))];
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
