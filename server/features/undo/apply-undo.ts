import { created, type Door, done, success, undoWithin, type WriteResult } from '../../access/index.ts';
import { type Catalogue, toBigint } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { countOutcomes, countUndone, inPresentWords, type UndoLine } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson } from '../../shared/json.ts';
import { type AskedScope, readScope } from './asked-scope.ts';
import { message } from './messages/message.ts';
import { type UndoRecord, undoCollection } from './undo.collection.ts';

/** The result of an undo that is done and rolled back. */
export async function previewUndo(door: Door, catalogue: Catalogue, asked: AskedScope): Promise<UndoLine[]> {
  const scope = await readScope(door, catalogue, asked);
  let lines: UndoLine[] = [];
  await door.tryOut(async (writes) => {
    lines = await undoWithin(door, writes, scope);
    return done(success.done, message('previewUndo'));
  });
  return lines;
}

/** Takes changes back, in one transaction. Throws if they are not as many as the caller was shown. */
export async function applyUndo(
  door: Door,
  catalogue: Catalogue,
  asked: AskedScope,
  expected: number,
): Promise<WriteResult> {
  const scope = await readScope(door, catalogue, asked);
  return door.write(async (writes) => {
    const lines = await undoWithin(door, writes, scope);
    const found = countUndone(lines);
    if (found !== expected) throw otherCount(found, expected);
    if (found === 0) throw nothingToUndo(lines);
    const counts = countOutcomes(lines);
    const id = await writes.create(undoCollection, {
      ...counts,
      asked: toJson(asked),
      request_id: writes.context.requestId,
      report: toJson(lines),
      user_id: scope.userId ?? null,
    });
    const published = counts.published + counts.unpublished;
    return created(success.done, message('undone', { ...counts, published }), id, `/cms/undo/${id}`);
  });
}

function nothingToUndo({ length }: readonly UndoLine[]): AppError {
  const detail = message(length > 0 ? 'undoNothing' : 'undoNotInHistories');
  return new AppError('notRestorable', { detail });
}

function otherCount(found: number, expected: number): AppError {
  return new AppError('otherCount', {
    detail: message('undoFound', { found, expected }),
    headers: { 'x-total-count': String(found) },
  });
}

/** The lines that `applyUndo` kept. */
export function readReport({ report }: UndoRecord): UndoLine[] {
  return fromOwnJson<UndoLine[]>(report).map((line) => ({
    ...inPresentWords(line),
    id: toBigint(line.id) ?? 0n,
  }));
}
