import { Type } from '../../contract/json-schema.ts';
import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import { linQuery } from './lin-paging.ts';
import { pageOf } from './paging.ts';
import { itemSchema } from './record-schemas.ts';
import type { Route } from './route.ts';

const q = Type.String({ minLength: 1, maxLength: 200, description: '每个词都要出现在可搜索的字段里' });
const common = { method: 'GET', family: 'content', isRecallable: true } as const;

/** Searching as clients of Lin CMS ask for it: what is found, and the first of it. The list's `q` does the same and more. */
export function searchRoutes(definition: Definition): Route[] {
  const { path, access, label: tag, fields } = definition;
  if (!path || !access || !Object.values(fields).some(({ searchable }) => searchable)) return [];
  const item = itemSchema(definition);
  return [
    {
      ...common,
      tag,
      path: `${path}/search`,
      access: access.read,
      summary: `搜索${tag}`,
      query: linQuery({ q }),
      answer: pageOf(item),
      kind: 'contentPage',
      handle: (door, { query }) => door.list(definition, query),
    },
    {
      ...common,
      tag,
      path: `${path}/search/one`,
      access: access.read,
      summary: `搜索到的第一个${tag}`,
      query: Type.Object({ q }),
      answer: item,
      handle: async (door, { query }) => {
        const { items } = await door.list(definition, { ...query, count: 1 });
        if (!items[0]) throw new AppError('recordNotFound');
        return items[0];
      },
    },
  ];
}
