import { digitsOf, readExact } from '../../form/exact-json.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { rowPath } from './row-path.ts';

/** Where a row goes in its order by hand. */
export type Destination =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly to: 'first' | 'last' };

/** Moves a row among the rows of its list. */
export async function moveRow(record: ServedDescription, id: string, to: Destination): Promise<void> {
  await connection.request('POST', `${rowPath(record, id)}/move`, { body: to });
}

/** Puts a row under another one in its tree, or at the top. */
export async function putUnder(
  record: ServedDescription,
  id: string,
  field: string,
  parent: string | null,
): Promise<void> {
  await connection.request('PATCH', rowPath(record, id), { body: { [field]: parent } });
}

/** The ids of the first rows of an order by hand, in their order. `list` is the value that its rows share. */
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
