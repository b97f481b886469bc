import { type InjectionKey, provide } from 'vue';
import { inVersion, type ServedDescription, useDefinitions } from '../api/definitions.ts';
import { useOwnRoutes } from '../api/own-routes.ts';

/** What controls know of their form. */
interface FieldContext {
  readonly collection: ServedDescription;
  /** The id of the record; undefined for a new one. */
  readonly record: string | undefined;
  /** Files that are not uploaded yet, by their placeholders. */
  readonly files: Map<string, File>;
  /** The definition of a collection that a field refers to; undefined if the caller may not list it. */
  collectionOf(name: string | undefined): ServedDescription | undefined;
  /** Whether the user may ask why somebody may see a field. */
  mayAskWhy(): boolean;
}

export const fieldContext: InjectionKey<FieldContext> = Symbol('field context');

/** Provides the context to the controls below. */
export function provideFields(
  collection: ServedDescription,
  files = new Map<string, File>(),
  record?: string | undefined,
): void {
  const { findTarget } = useDefinitions();
  const collectionOf = (name: string | undefined) => {
    const found = findTarget(name);
    return found && inVersion(found, collection.version);
  };
  const { may } = useOwnRoutes(); // once for all fields: a query of each would make large forms slow
  provide(fieldContext, {
    collection,
    record,
    files,
    collectionOf,
    mayAskWhy: () => may('GET /cms/access/explain'),
  });
}
