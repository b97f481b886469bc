import type { Description, FieldDescription } from '../../api/definitions.ts';

/** The title, where words can be looked for in it: lists of records without search fields search there. */
export function searchableTitle({ fields, title_field }: Description): FieldDescription | undefined {
  return fields.find(({ name, filters }) => name === title_field && filters.includes('contains'));
}

/** Whether words can be looked for in the rows of a record at all. */
export function canSearch(record: Description): boolean {
  return record.search.length > 0 || searchableTitle(record) !== undefined;
}
