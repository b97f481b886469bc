import { done } from '../../access/written.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/reads.ts';
import { revision } from '../../records/revision.record.ts';
import { undo } from '../../records/undo.ts';
import type { Writes } from '../../records/writes.ts';
import type { Hand } from './hand.ts';
import { type ImportRow, importBatch, importRecord } from './import.record.ts';
import { readOutcome, type Undone, writeUndone } from './outcome.ts';
import { noteFailure, requireHeld, TakenOver, writeHeld } from './run-import.ts';

/** Begins to undo an import, or goes on where that was cut off. Throws where nothing can be undone. */
export async function beginUndo(hand: Hand, definition: Definition, id: bigint): Promise<ImportRow> {
  const runner = crypto.randomUUID();
  return writeHeld(hand, async (writes) => {
    const found = await writes.find(importRecord, id);
    if (found?.dry_run) throw new AppError('notRestorable', { detail: '检查没有写入任何记录' });
    if (found && found.updated > 0) await hand.require(definition, 'update');
    if (found?.state === 'undone') throw new AppError('notRestorable', { detail: '此导入已撤销' });
    await writes.update(importRecord, id, { runner, state: 'undoing', problem: null, time: writes.act.now });
    const text = `撤销导入${definition.label}，导入 ${id}`;
    return [await requireHeld(writes, id, runner), done(definition.codes.updated, text)];
  });
}

/**
 * Removes the rows that an import created and gives those that it updated their fields back, its last batch first. What
 * was changed since by anything else is kept, and it is noted why.
 */
export async function undoImport(
  hand: Hand,
  definition: Definition,
  begun: ImportRow,
  signal: AbortSignal,
): Promise<ImportRow> {
  let standing: ImportRow | undefined = begun;
  let last = begun;
  try {
    while (standing) {
      signal.throwIfAborted();
      last = standing;
      standing = await undoBatch(hand, definition, standing);
    }
    return last;
  } catch (error) {
    if (!(error instanceof TakenOver)) await noteFailure(hand, begun, error, signal);
    throw error;
  }
}

/** Undefined once there was none left, and that is noted. */
function undoBatch(
  hand: Hand,
  definition: Definition,
  { id, runner }: ImportRow,
): Promise<ImportRow | undefined> {
  return hand.portion(id, async (writes) => {
    const held = await requireHeld(writes, id, runner);
    const time = writes.act.now;
    const batch = await writes.first(importBatch, (select) =>
      select.where('import_id', '=', id).where('undone', 'is', null).orderBy('id', 'desc'),
    );
    if (!batch) {
      await writes.update(importRecord, id, { state: 'undone', claim: null, time });
      return undefined;
    }
    const { created, updated } = readOutcome(batch.outcome);
    const undone: Undone = { removed: 0, restored: 0, kept: [] };
    await restoreRows(writes, definition, idsOf(updated), undone);
    await removeRows(writes, definition, idsOf(created).reverse(), undone);
    await writes.update(importBatch, batch.id, { undone: writeUndone(undone) });
    const counts = {
      removed: held.removed + undone.removed,
      restored: held.restored + undone.restored,
      kept: held.kept + undone.kept.length,
    };
    await writes.update(importRecord, id, { ...counts, time });
    return { ...held, ...counts };
  });
}

function idsOf(pairs: readonly (readonly [line: number, id: bigint])[]): bigint[] {
  return [...new Set(pairs.map(([, id]) => id))];
}

async function removeRows(
  writes: Writes,
  definition: Definition,
  ids: readonly bigint[],
  undone: Undone,
): Promise<void> {
  const changed = await changedSince(writes, definition, ids);
  for (const id of ids) {
    const why = changed.has(id) ? '导入之后已被修改' : await whyNot(() => writes.remove(definition, id));
    if (why === undefined) undone.removed += 1;
    else undone.kept.push([id, why]);
  }
}

async function restoreRows(
  writes: Writes,
  definition: Definition,
  ids: readonly bigint[],
  undone: Undone,
): Promise<void> {
  if (ids.length === 0) return;
  const request = writes.act.requestId;
  const changed = await changedSince(writes, definition, ids);
  const before = await undo(writes, definition, (select) =>
    select.where('record_id', 'in', ids).where('request_id', '=', request),
  );
  for (const id of ids) {
    const { action, values } = before.get(id) ?? {};
    if (action === 'create') continue; // the import made it before, so it will be removed
    const why = changed.has(id)
      ? '导入之后已被修改'
      : values
        ? await whyNot(() => writes.update(definition, id, values as never))
        : '没有可以恢复的历史';
    if (why === undefined) undone.restored += 1;
    else undone.kept.push([id, why]);
  }
}

/** Checks come before anything is changed, so what they throw leaves the transaction as it was. */
async function whyNot(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return error.text;
  }
}

/** Which of these rows something else than this import changed after it did. Only a full audit tells. */
async function changedSince(
  reads: Reads & Pick<Writes, 'act'>,
  { name, audit }: Definition,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (audit !== 'full' || ids.length === 0) return new Set();
  const { requestId } = reads.act;
  const query = reads.query
    .selectFrom(`${revision.name} as other`)
    .select('other.record_id')
    .distinct()
    .where('other.record', '=', name)
    .where('other.record_id', 'in', ids)
    .where('other.request_id', '<>', requestId)
    .where((e) =>
      e.exists(
        e
          .selectFrom(`${revision.name} as own`)
          .select('own.id')
          .where('own.record', '=', name)
          .whereRef('own.record_id', '=', 'other.record_id')
          .where('own.request_id', '=', requestId)
          .whereRef('own.id', '<', 'other.id'),
      ),
    );
  const rows = await reads.rows<{ record_id: bigint }>(query, { record_id: { type: 'bigint' } });
  return new Set(rows.map((row) => row.record_id));
}
