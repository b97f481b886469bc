import type { Description, FieldDescription } from '../../api/definitions.ts';

/** The title field if it can be searched; used for records without search fields. */
export function searchableTitle({ fields, title_field }: Description): FieldDescription | undefined {
  return fields.find(({ name, filters }) => name === title_field && filters.includes('contains'));
}

/** Whether a record can be searched. */
export function canSearch(record: Description): boolean {
  return record.search.length > 0 || searchableTitle(record) !== undefined;
}
