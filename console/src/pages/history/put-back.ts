import {
  type FieldDescription,
  previewUndo,
  type Revision,
  recordWriterOf,
  restoreRecord,
  restoreRevision,
  type ServedDescription,
} from '../../api/index.ts';
import { randomKey } from '../../edits/unsaved-edit.ts';
import type { FieldDifference } from '../../form/past-states.ts';
import type { Values } from '../../form/record-merge.ts';
import { planUndo } from '../../form/undo.ts';
import { toastError } from '../../parts/toast-error.ts';
import { toast } from '../../parts/toasts.ts';
import { textOf, undoPreviewed, undoScope } from '../../parts/undo-scope.ts';
import { t } from '../../texts/records.ts';

/** Whether the user may write any of the changed fields. */
export function isUndoable({ action, changes }: Revision, fields: readonly FieldDescription[]): boolean {
  return (
    action === 'update' && fields.some(({ name, updatable }) => updatable && changes[name] !== undefined)
  );
}

/** Restores a former state of a record. Each function offers an undo and reports a refusal. */
export function usePutBack(collection: ServedDescription, record: string, refresh: () => Promise<void>) {
  const writer = recordWriterOf(collection);

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
    const saved = await writer.update(record, values, { key: randomKey(), etag: now.etag });
    tellUndoable(text, saved.request);
  }

  function tellUndoable(text: string, request: string): void {
    const action = { label: t.form.undo, run: () => attempt(() => undoScope({ request })) };
    toast({ text, ...(collection.audit === 'full' && { action }) });
  }

  return {
    field: ({ field, before }: FieldDifference<FieldDescription>) =>
      attempt(async () =>
        write(await writer.read(record), { [field.name]: before }, t.history.fieldBack(field.label)),
      ),
    change: ({ changes }: Revision) =>
      attempt(async () => {
        const now = await writer.read(record);
        const writable = collection.fields.filter(({ updatable }) => updatable);
        const { values, changedSince } = planUndo(writable, changes, now.values);
        const left =
          changedSince.length > 0 ? t.history.changedSince(changedSince.map(({ label }) => label)) : '';
        if (Object.keys(values).length === 0) return toast({ text: left });
        await write(now, values, `${t.history.undone} ${left}`.trim());
      }),
    all: (revision: Revision) =>
      attempt(async () => {
        tellUndoable(t.history.allBack, await restoreRevision(collection, record, revision.id));
      }),
    /** Undoes a whole request. If it changed other records too, `showPreview` shows all that would happen first. */
    request: (request: string, showPreview: () => Promise<unknown>) =>
      attempt(async () => {
        const preview = await previewUndo({ request });
        const [line, ...others] = preview.records;
        if (others.length > 0) return void (await showPreview());
        const done = await undoPreviewed({ request }, preview);
        const left = collection.fields
          .filter(({ name }) => line?.left?.includes(name))
          .map(({ label }) => label);
        const text =
          done !== undefined && left.length > 0
            ? `${t.history.undone} ${t.history.changedSince(left)}`
            : textOf(preview, t.history.undone);
        const run = () => attempt(() => undoScope({ undo: done ?? '' }));
        toast({ text, ...(done !== undefined && { action: { label: t.form.undo, run } }) });
      }),
    deleted: () =>
      attempt(async () => {
        const request = await restoreRecord(collection, record);
        if (collection.actions.delete) tellUndoable(t.form.restored, request);
        else toast({ text: t.form.restored });
      }),
  };
}
