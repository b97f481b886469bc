import type { FieldDescription, ServedDescription } from '../../api/definitions.ts';
import { type Revision, restoreRevision } from '../../api/rows/history.ts';
import { deleteRow, restoreRow } from '../../api/rows/row-meta.ts';
import { rowWriterOf } from '../../api/rows/row-writer.ts';
import { randomKey } from '../../edits/unsaved-edit.ts';
import type { FieldDifference } from '../../form/past-states.ts';
import type { Values } from '../../form/row-merge.ts';
import { planUndo } from '../../form/undo.ts';
import { toastError } from '../../parts/toast-error.ts';
import { toast } from '../../parts/toasts.ts';
import { t } from '../../texts/rows.ts';

/** Whether the user may write any of the changed fields. */
export function isUndoable({ action, changes }: Revision, fields: readonly FieldDescription[]): boolean {
  return (
    action === 'update' && fields.some(({ name, updatable }) => updatable && changes[name] !== undefined)
  );
}

/** Restores a former state of a row. Each function offers an undo and reports a refusal. */
export function usePutBack(record: ServedDescription, row: string, refresh: () => Promise<void>) {
  const writer = rowWriterOf(record);

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toastError(error);
    }
    await refresh();
  }

  /** Writes values unless somebody has saved meanwhile. */
  async function write(now: { values: Values; etag: string }, values: Values, text: string): Promise<void> {
    const saved = await writer.update(row, values, { key: randomKey(), etag: now.etag });
    const former = Object.fromEntries(Object.keys(values).map((name) => [name, now.values[name] ?? null]));
    const undo = () =>
      attempt(async () => void (await writer.update(row, former, { key: randomKey(), etag: saved.etag })));
    toast({ text, action: { label: t.form.undo, run: undo } });
  }

  return {
    field: ({ field, before }: FieldDifference<FieldDescription>) =>
      attempt(async () =>
        write(await writer.read(row), { [field.name]: before }, t.history.fieldBack(field.label)),
      ),
    change: ({ changes }: Revision) =>
      attempt(async () => {
        const now = await writer.read(row);
        const writable = record.fields.filter(({ updatable }) => updatable);
        const { values, changedSince } = planUndo(writable, changes, now.values);
        const left =
          changedSince.length > 0 ? t.history.changedSince(changedSince.map(({ label }) => label)) : '';
        if (Object.keys(values).length === 0) return toast({ text: left });
        await write(now, values, `${t.history.undone} ${left}`.trim());
      }),
    all: (revision: Revision, newest: Revision) =>
      attempt(async () => {
        await restoreRevision(record, row, revision.id);
        const undo = () => attempt(() => restoreRevision(record, row, newest.id));
        toast({ text: t.history.allBack, action: { label: t.form.undo, run: undo } });
      }),
    deleted: () =>
      attempt(async () => {
        await restoreRow(record, row);
        const undo = () => attempt(() => deleteRow(record, row, undefined));
        toast({
          text: t.form.restored,
          ...(record.actions.delete && { action: { label: t.form.undo, run: undo } }),
        });
      }),
  };
}
