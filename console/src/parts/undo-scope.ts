import { applyUndo, previewUndo, type UndoPreview, type UndoScope } from '../api/tasks/undo.ts';
import { randomKey } from '../edits/unsaved-edit.ts';
import { t } from '../texts/records.ts';
import { toast } from './toasts.ts';

/** Undoes all that a request or an undo of the user did, to other records as well, and tells what stays as it is. */
export async function undoScope(scope: UndoScope, done: string = t.form.undone): Promise<void> {
  await undoneScope(scope, done);
}

/** The same. Returns whether something was undone. */
export async function undoneScope(scope: UndoScope, done: string = t.form.undone): Promise<boolean> {
  const preview = await previewUndo(scope);
  await undoPreviewed(scope, preview);
  toast({ text: textOf(preview, done) });
  return preview.expected > 0;
}

/** Does what a preview shows. Returns the id of the undo, by which it can be undone; undefined if there was nothing to do. */
export async function undoPreviewed(
  scope: UndoScope,
  { expected }: UndoPreview,
): Promise<string | undefined> {
  return expected > 0 ? applyUndo(scope, expected, randomKey()) : undefined;
}

/** What an undo did, and the first reason why something stays. */
export function textOf({ expected, left, records }: UndoPreview, done: string): string {
  const reason = records.find((record) => record.reason !== undefined)?.reason;
  const stays = reason === undefined ? '' : t.undoing.stays(left || 1, reason);
  return expected > 0 ? `${done} ${stays}`.trim() : stays || t.undoing.nothing;
}
