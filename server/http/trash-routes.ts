import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import { purge, readTrash, restore } from '../access/trash.ts';
import { INT64 } from '../definitions/bigint.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import { keysetPage, keysetQuery, pageOf } from './paging.ts';
import { parseId } from './parse-id.ts';
import { idParams, itemSchema, knownUser } from './record-schemas.ts';
import type { Route } from './route.ts';

/** The trash of a served record that keeps its past: see what was deleted, bring it back, or destroy it. */
export function trashRoutes(definition: Definition): Route[] {
  const { path, access, label, audit } = definition;
  if (!path || !access || audit !== 'full') return [];
  const common = { tag: label, family: 'content' } as const;
  const one = { ...common, params: idParams(label) };
  return [
    {
      ...common,
      method: 'GET',
      path: `${path}/trash`,
      access: access.trash,
      summary: `回收站里的${label}，最近删除的在前`,
      query: keysetQuery,
      answer: pageOf(entrySchema(definition)),
      async handle(door, { query }) {
        const { count = DEFAULT_PAGE_SIZE, after } = query as { count?: number; after?: string };
        const rows = await readTrash(door, definition, { count: count + 1, after: readPlace(after) });
        const items = rows.slice(0, count);
        const last = rows.length > count ? items.at(-1) : undefined;
        return keysetPage(items, count, last && `${last.delete_time}.${last.id}`);
      },
    },
    {
      ...one,
      method: 'POST',
      path: `${path}/trash/:id/restore`,
      access: access.restore,
      summary: `从回收站恢复${label}，连同一并删除的记录`,
      handle: (door, { params }) => restore(door, definition, parseId(params.id)),
    },
    {
      ...one,
      method: 'DELETE',
      path: `${path}/trash/:id`,
      access: access.purge,
      summary: `彻底删除回收站里的${label}`,
      handle: (door, { params }) => purge(door, definition, parseId(params.id)),
    },
  ];
}

/** Where a page of the trash ended: when its last row was deleted, and its id. */
function readPlace(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, time, id] = /^(\d{1,16})\.(\d+)$/.exec(text) ?? [];
  if (time === undefined) throw badParameters({ after: '不是此列表给出的位置' });
  return { time: Number(time), id: parseId(id, 'after') };
}

function entrySchema(definition: Definition): JsonSchema {
  return itemSchema(definition, {
    delete_time: Type.Integer({ description: '毫秒时间戳' }),
    deleted_by: Type.Nullable(knownUser),
    along_with: Type.Nullable(Type.Object({ record: Type.String(), id: INT64 })),
    others: Type.Integer({ description: '一并删除的其他记录数' }),
  });
}
