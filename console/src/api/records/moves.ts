import { digitsOf, readExact } from '../../form/exact-json.ts';
import { languageQuery } from '../../form/languages.ts';
import { connection, requestOf } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { decide } from './publishing.ts';
import type { ListedRecord } from './record-list.ts';
import { recordPath } from './record-path.ts';
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
  return requestOf(await connection.response('POST', `${recordPath(collection, id)}/move`, { body: to }));
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
  const headers = { 'if-match': await etagIfUnchanged(collection, id, { [field]: shown ?? '' }) };
  const query = languageQuery(collection.fields);
  const path = recordPath(collection, id);
  const options = { query, headers };
  return requestOf(
    collection.order?.within === field
      ? await connection.response('POST', `${path}/move`, { ...options, body: { ...to, within: parent } })
      : await connection.response('PATCH', path, { ...options, body: { [field]: parent } }),
  );
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
  const etag = await etagIfUnchanged(collection, record.id, { [field]: String(record[field] ?? '') });
  if (field === 'publication' && collection.version === 'draft') {
    await decide(collection, record.id, value === 'published' ? 'publish' : 'unpublish', { etag });
    return undefined;
  }
  const options = {
    query: languageQuery(collection.fields),
    headers: { 'if-match': etag },
    body: { [field]: value },
  };
  return requestOf(await connection.response('PATCH', recordPath(collection, record.id), options));
}

/** The ids of the first records of an order by hand, in their order. `list` is the value that its records share. */
export async function firstOfOrder(
  { path, order }: ServedDescription,
  count: number,
  list: string | undefined,
): Promise<readonly string[]> {
  if (!order) return [];
  const query: [string, string][] = [
    ['sort', order.field],
    ['fields', 'id'],
    ['count', String(count)],
  ];
  if (order.within !== undefined)
    query.push(
      list === undefined ? [`filter[${order.within}][null]`, 'true'] : [`filter[${order.within}][eq]`, list],
    );
  const answer = await connection.response('GET', path, { query });
  const { items } = readExact(await answer.text()) as { items: readonly { id: unknown }[] }; // the documented form of lists
  return items.map(({ id }) => digitsOf(id) ?? '');
}
