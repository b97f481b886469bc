import type { Description } from '../../../api/definitions.ts';

/** What the lists of an order by hand are sorted by, so that rows of one list stand together. */
function listOf({ order, fields }: Description): string | undefined {
  const field = fields.find(({ name }) => name === order?.within);
  return field?.sortable ? (field.sort_by ?? field.name) : undefined;
}

/** The sort that shows a record in its order by hand. */
export function sortByHand(record: Description): string {
  return [listOf(record), record.order?.field].filter(Boolean).join();
}

/** Whether rows that are sorted so stand as somebody has put them: each list by itself, in its own order. */
export function isByHand(record: Description, sort: string): boolean {
  const parts = sort.split(',').filter((part) => part.replace('-', '') !== 'id');
  return record.order !== undefined && (sort === record.order.field || parts.join() === sortByHand(record));
}

/** Whether the caller moves rows of a record at all. */
export function mayReorder({ order, actions, reviewed, version }: Description): boolean {
  return order !== undefined && actions.update !== undefined && !reviewed && version !== 'published';
}
