import { localeOf } from '../../form/languages.ts';
import type { ServedDescription } from '../definitions.ts';
import { decide } from './publishing.ts';
import { type ListedRecord, readRecords, recordClient } from './record-list.ts';
import { etagIfUnchanged } from './record-writer.ts';

/** Where a record goes in its order by hand. */
export type Destination =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly to: 'first' | 'last' };

/** A place in a tree: below a record or at the top, and among the records there. */
export interface TreeDestination {
  readonly parent: string | null;
  readonly to: Destination;
}

/** Moves a record among the records of its list. Returns the id of the request. */
export async function moveRecord(
  collection: ServedDescription,
  id: string,
  to: Destination,
): Promise<string> {
  return (await recordClient(collection).move(id, to)).request;
}

/**
 * Moves a record below another one, or to the top level. Refused if its parent has changed. Returns the id of the request.
 */
export async function putUnder(
  collection: ServedDescription,
  field: string,
  { id, parent: shown }: { readonly id: string; readonly parent: string | null },
  { parent, to }: TreeDestination,
): Promise<string> {
  const ifMatch = await etagIfUnchanged(collection, id, { [field]: shown ?? '' });
  const options = { ...localeOf(collection.fields), ifMatch };
  const client = recordClient(collection);
  const moved =
    collection.order?.within === field
      ? await client.move(id, { ...to, within: parent }, options)
      : await client.patch(id, { [field]: parent }, options);
  return moved.request;
}

/**
 * Gives a choice of a record another value, on behalf of a board. The state of a draft changes by publishing and
 * unpublishing. Refused if the value has changed. Returns the id of the request.
 */
export async function putInto(
  collection: ServedDescription,
  field: string,
  record: ListedRecord,
  value: string | null,
): Promise<string | undefined> {
  const ifMatch = await etagIfUnchanged(collection, record.id, { [field]: String(record[field] ?? '') });
  if (field === 'publication' && collection.version === 'draft') {
    await decide(collection, record.id, value === 'published' ? 'publish' : 'unpublish', { etag: ifMatch });
    return undefined;
  }
  const options = { ...localeOf(collection.fields), ifMatch };
  return (await recordClient(collection).patch(record.id, { [field]: value }, options)).request;
}

/** The ids of the first records of an order by hand, in their order. `list` is the value that its records share. */
export async function firstOfOrder(
  collection: ServedDescription,
  count: number,
  list: string | undefined,
): Promise<readonly string[]> {
  const { order } = collection;
  if (!order) return [];
  const { items } = await readRecords(recordClient(collection), {
    sort: order.field,
    fields: ['id'],
    count,
    ...(order.within !== undefined && {
      filter: { [order.within]: list === undefined ? { null: true } : { eq: list } },
    }),
  });
  return items.map(({ id }) => id);
}
