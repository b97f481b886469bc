import { readValue, sameValue, type ValueField } from './field-values.ts';
import type { Values } from './record-merge.ts';

type Changes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

/** What takes a change back. */
export interface UndoPlan<F extends ValueField> {
  /** The former values of the fields that still hold what the change gave them. */
  readonly values: Values;
  /** The fields that somebody has changed since. They are left as they are. */
  readonly changedSince: readonly F[];
}

/** Plans how to take back a change of a record, which may have been changed again since. */
export function planUndo<F extends ValueField>(
  fields: readonly F[],
  changes: Changes,
  now: Values,
): UndoPlan<F> {
  const made = fields.filter(({ name }) => changes[name] !== undefined);
  const stillHolds = (field: F) =>
    sameValue(field, now[field.name] ?? null, readValue(field, changes[field.name]?.after));
  const undone = made.filter(stillHolds);
  return {
    values: Object.fromEntries(
      undone.map((field) => [field.name, readValue(field, changes[field.name]?.before)]),
    ),
    changedSince: made.filter((field) => !stillHolds(field)),
  };
}
