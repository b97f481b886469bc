import type { Description } from '../../../api/definitions.ts';

/** The sort fields that keep records of one list together. */
function listOf({ order, fields }: Description): string | undefined {
  const field = fields.find(({ name }) => name === order?.within);
  return field?.sortable ? (field.sort_by ?? field.name) : undefined;
}

/** The sort by hand order. */
export function sortByHand(collection: Description): string {
  return [listOf(collection), collection.order?.field].filter(Boolean).join();
}

/** Whether this sort is the order by hand. */
export function isByHand(collection: Description, sort: string): boolean {
  const parts = sort.split(',').filter((part) => part.replace('-', '') !== 'id');
  return (
    collection.order !== undefined &&
    (sort === collection.order.field || parts.join() === sortByHand(collection))
  );
}
