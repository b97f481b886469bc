import { type FieldValue, readValue, sameValue, type ValueField } from './field-values.ts';
import type { Values } from './record-merge.ts';

interface Change {
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** A field that differs between two states of a record. */
export interface FieldDifference<F extends ValueField> {
  readonly field: F;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/**
 * The states of a record, the newest first: after each change, and before the first. `now` is the record as it is; without
 * it, a deleted record, the changes tell all that is known.
 */
export function pastStates(
  fields: readonly ValueField[],
  changes: readonly Change[],
  now?: Values,
): Values[] {
  const states = [now ?? lastKnown(fields, changes)];
  for (const { changes: undone } of changes) {
    const after = states.at(-1) ?? {};
    const before = fields.filter(({ name }) => undone[name] !== undefined);
    states.push({
      ...after,
      ...Object.fromEntries(
        before.map((field) => [field.name, readValue(field, undone[field.name]?.before)]),
      ),
    });
  }
  return states;
}

/** The fields in which two states differ. */
export function differencesOf<F extends ValueField>(
  fields: readonly F[],
  one: Values,
  other: Values,
): FieldDifference<F>[] {
  return fields
    .map((field) => ({ field, before: one[field.name] ?? null, after: other[field.name] ?? null }))
    .filter(({ field, before, after }) => !sameValue(field, before, after));
}

function lastKnown(fields: readonly ValueField[], changes: readonly Change[]): Values {
  const known = fields.map((field) => {
    const last = changes.find(({ changes: made }) => made[field.name] !== undefined);
    return [field.name, readValue(field, last?.changes[field.name]?.after)] as const;
  });
  return Object.fromEntries(known);
}
