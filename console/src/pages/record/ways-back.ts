import type { Description, FieldDescription, ServedDescription } from '../../api/definitions.ts';

/** How records of another collection refer to one. */
export interface WayBack {
  readonly collection: ServedDescription;
  readonly field: FieldDescription;
}

/** The references of all collections that lead to a collection, as far as the user may list by them. */
export function waysBackTo({ name }: Description, listed: readonly ServedDescription[]): WayBack[] {
  return listed.flatMap((collection) =>
    collection.fields
      .filter(
        ({ target, readable, filters, locale }) =>
          target === name && readable && filters.includes('eq') && !locale,
      )
      .map((field) => ({ collection, field })),
  );
}
