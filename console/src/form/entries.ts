import { type ComputedRef, computed, type ShallowRef, shallowRef } from 'vue';
import { type FieldValue, sameValue, type ValueField } from './field-values.ts';
import type { Values } from './record-merge.ts';

/** One field of an open form. Its control alone reacts when it changes. */
export interface Entry<F extends ValueField = ValueField> {
  readonly field: F;
  readonly base: ShallowRef<FieldValue>;
  readonly value: ShallowRef<FieldValue>;
  readonly isChanged: ComputedRef<boolean>;
  /** What the server, or the field itself, has against the value. */
  readonly problem: ShallowRef<string | undefined>;
  /** Of these, what is about a part of the value, by its path. */
  readonly parts: ShallowRef<Readonly<Record<string, string>>>;
}

/** The fields of a form with the values that were read. */
export function openEntries<F extends ValueField>(fields: readonly F[], values: Values): Entry<F>[] {
  return fields.map((field) => {
    const base = shallowRef<FieldValue>(values[field.name] ?? null);
    const value = shallowRef<FieldValue>(base.value);
    return {
      ...{ field, base, value, problem: shallowRef<string>(), parts: shallowRef({}) },
      isChanged: computed(() => !sameValue(field, base.value, value.value)),
    };
  });
}

/** The changed values by their names. */
export function changesOf(entries: readonly Entry[]): Values {
  const changed = entries.filter(({ isChanged }) => isChanged.value);
  return Object.fromEntries(changed.map(({ field, value }) => [field.name, value.value]));
}

export function basesOf(entries: readonly Entry[]): Values {
  return Object.fromEntries(entries.map(({ field, base }) => [field.name, base.value]));
}
