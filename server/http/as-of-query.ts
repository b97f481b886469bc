import { Type } from '../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import { badParameters } from '../errors.ts';
import type { AsOfRequest } from '../records/as-of.ts';
import { parseId } from './parse-id.ts';

/** The last moment that a time can name (ECMA-262, time values). */
const LAST = 8_640_000_000_000_000;

export const asOfParameter = Type.Optional(
  Type.Integer({ minimum: 0, maximum: LAST, description: '此刻的样子，毫秒时间戳；需要查看历史的权限' }),
);

const TOGETHER: ReadonlySet<string> = new Set(['as_of', 'count', 'after', 'sort']);

/** What a list is asked for as of a time; undefined where it is asked as it is. Its order is that of the ids. */
export function readAsOf(query: Readonly<Record<string, unknown>>): AsOfRequest | undefined {
  if (query.as_of === undefined) return undefined;
  const other = Object.keys(query).find((name) => !TOGETHER.has(name));
  if (other !== undefined) throw badParameters({ [other]: '不能与 as_of 一起使用' });
  const { as_of, count = DEFAULT_PAGE_SIZE, after, sort = 'id' } = query;
  if (sort !== 'id' && sort !== '-id') throw badParameters({ sort: '与 as_of 一起时只能是 id 或 -id' });
  return {
    time: as_of as number,
    count: count as number,
    after: after === undefined ? undefined : parseId(after as string, 'after'),
    descending: sort === '-id',
  };
}
