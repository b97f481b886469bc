import type { Description } from '../../../api/definitions.ts';

/** The sort fields that keep rows of one list together. */
function listOf({ order, fields }: Description): string | undefined {
  const field = fields.find(({ name }) => name === order?.within);
  return field?.sortable ? (field.sort_by ?? field.name) : undefined;
}

/** The sort by hand order. */
export function sortByHand(record: Description): string {
  return [listOf(record), record.order?.field].filter(Boolean).join();
}

/** Whether this sort is the order by hand. */
export function isByHand(record: Description, sort: string): boolean {
  const parts = sort.split(',').filter((part) => part.replace('-', '') !== 'id');
  return record.order !== undefined && (sort === record.order.field || parts.join() === sortByHand(record));
}

/** Whether the caller may move rows of a record. */
export function mayReorder({ order, actions, reviewed, version }: Description): boolean {
  return order !== undefined && actions.update !== undefined && !reviewed && version !== 'published';
}
