import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { ListRequest } from '../../records/lists/list-plan.ts';
import type { AsOfRequest } from '../../records/past/as-of.ts';
import { afterId, readKeyset } from '../paging.ts';
import { timeBounds } from '../time-bounds.ts';

export const asOfParameter = Type.Optional(Type.Integer({ ...timeBounds, about: message('asOfTime') }));

const TOGETHER: ReadonlySet<string> = new Set(['as_of', 'count', 'after', 'sort', 'locale', 'fallback']);

/** Reads a list's query for records as of a time; undefined if it asks for them as they are now. Such a list is ordered by id. */
export function readAsOf(
  query: ListRequest & { readonly as_of?: TypeOf<typeof asOfParameter> },
): AsOfRequest | undefined {
  const { as_of: time, sort = 'id' } = query;
  if (time === undefined) return undefined;
  const other = Object.keys(query).find((name) => !TOGETHER.has(name));
  if (other !== undefined) throw badParameters({ [other]: message('notWithAsOf') });
  if (sort !== 'id' && sort !== '-id')
    throw badParameters({ sort: message('onlyIdWithAsOf', { allowed: ['id', '-id'] }) });
  return { time, ...readKeyset(query, afterId), descending: sort === '-id' };
}
