import type { Description, FieldDescription } from '../../api/definitions.ts';

/** The title field if it can be searched; used for collections without search fields. */
export function searchableTitle({ fields, title_field }: Description): FieldDescription | undefined {
  return fields.find(({ name, filters }) => name === title_field && filters.includes('contains'));
}

/** Whether a collection can be searched. */
export function canSearch(collection: Description): boolean {
  return collection.search.length > 0 || searchableTitle(collection) !== undefined;
}
