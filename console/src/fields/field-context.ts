import { type InjectionKey, provide } from 'vue';
import { inVersion, type ServedDescription, useDefinitions } from '../api/definitions.ts';
import { useOwnRoutes } from '../api/own-routes.ts';

/** What controls know of the form that they stand in. */
interface FieldContext {
  readonly record: ServedDescription;
  /** The id of the row; undefined where the form is not about one that is stored. */
  readonly row: string | undefined;
  /** Chosen files that are not uploaded yet, by the word that stands for them. */
  readonly files: Map<string, File>;
  /** The definition of a record that a field refers to; undefined if the caller may not list it. */
  recordOf(name: string | undefined): ServedDescription | undefined;
  /** Whether the user may ask why somebody may see a field. */
  mayAskWhy(): boolean;
}

export const fieldContext: InjectionKey<FieldContext> = Symbol('field context');

/** Tells the controls below this component where they stand. */
export function provideFields(
  record: ServedDescription,
  files = new Map<string, File>(),
  row?: string | undefined,
): void {
  const { findTarget } = useDefinitions();
  const recordOf = (name: string | undefined) => {
    const found = findTarget(name);
    return found && inVersion(found, record.version);
  };
  const { may } = useOwnRoutes(); // once for all fields: a query of each would make large forms slow
  provide(fieldContext, { record, row, files, recordOf, mayAskWhy: () => may('GET /cms/access/explain') });
}
