import { type InjectionKey, provide } from 'vue';
import { type ServedDescription, useDefinitions } from '../api/definitions.ts';

/** What controls know of the form that they stand in. */
interface FieldContext {
  readonly record: ServedDescription;
  /** Chosen files that are not uploaded yet, by the word that stands for them. */
  readonly files: Map<string, File>;
  /** The definition of a record that a field refers to; undefined where the caller may not list it. */
  recordOf(name: string | undefined): ServedDescription | undefined;
}

export const fieldContext: InjectionKey<FieldContext> = Symbol('field context');

/** Tells the controls below this component where they stand. */
export function provideFields(record: ServedDescription, files = new Map<string, File>()): void {
  const { listed } = useDefinitions();
  const recordOf = (name: string | undefined) => listed.value.find((one) => one.name === name);
  provide(fieldContext, { record, files, recordOf });
}
