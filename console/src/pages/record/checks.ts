import { onScopeDispose } from 'vue';
import { type QuireError, refusesValues } from '../../api/connection.ts';
import type { FieldDescription, ServedDescription } from '../../api/definitions.ts';
import { tryWrite } from '../../api/records/record-writer.ts';
import type { RecordEdit } from '../../edits/record-edit.ts';
import { namesLocalFile } from '../../edits/unsaved-edit.ts';
import type { Entry } from '../../form/entries.ts';
import { UNREADABLE, writeValue } from '../../form/field-values.ts';

/** Debounces checks while the user tabs through the form. */
const PAUSE_MS = 300;

/**
 * Asks the server to check the changes each time a changed field is left. Shows problems of fields that people have touched,
 * and no failure of the check itself.
 */
export function useChecks(
  edit: RecordEdit<FieldDescription>,
  { collection, id }: { readonly collection: ServedDescription; readonly id: string | undefined },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checked = '';

  async function check() {
    if (edit.state.value.is !== 'changed') return;
    const changed = edit.entries.filter(({ isChanged, field, value }) => {
      return isChanged.value && writeValue(field, value.value) !== UNREADABLE;
    });
    const values = Object.fromEntries(changed.map(({ field, value }) => [field.name, value.value]));
    const asked = JSON.stringify(values);
    if (asked === checked || changed.some(({ value }) => namesLocalFile(value.value))) return;
    checked = asked;
    const error = await tryWrite(collection, id, values).catch((reason: unknown) => reason);
    if (!refusesValues(error) || edit.state.value.is !== 'changed') return;
    for (const entry of changed)
      if (entry.value.value === values[entry.field.name]) showProblem(entry, error);
  }

  onScopeDispose(() => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), PAUSE_MS);
  };
}

/** Shows the problems of a field at the field, and of its parts at the parts. */
export function showProblem(entry: Entry, error: QuireError): void {
  entry.problem.value = problemOf(entry, error);
  entry.parts.value = Object.fromEntries(
    Object.entries(error.fields).flatMap(([path, { message }]) =>
      path.startsWith(`${entry.field.name}.`) ? [[path, message]] : [],
    ),
  );
}

function problemOf({ field }: Entry, { fields: problems }: QuireError): string | undefined {
  const own = Object.entries(problems).filter(
    ([path]) => path === field.name || path.startsWith(`${field.name}.`),
  );
  return own.length > 0 ? own.map(([, { message }]) => message).join(' ') : undefined;
}
