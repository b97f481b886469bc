import { REVISION_ACTIONS } from '../../contract/audit.ts';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import { readHistory } from '../access/history.ts';
import { done } from '../access/written.ts';
import { INT64 } from '../definitions/bigint.ts';
import type { Definition } from '../definitions/define-record.ts';
import { restoreRevision } from '../records/history.ts';
import { keysetPage, keysetQuery, pageOf } from './paging.ts';
import { parseId } from './parse-id.ts';
import { idParams, knownUser, shownFields } from './record-schemas.ts';
import type { Route } from './route.ts';

/** What every served record that keeps its past has: a row's history, and the way back to an entry of it. */
export function historyRoutes(definition: Definition): Route[] {
  const { path, access, label, codes, audit } = definition;
  if (!path || !access || audit !== 'full') return [];
  const common = { tag: label, family: 'content' } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: `${path}/:id/history`,
      access: access.history,
      summary: `一个${label}的历史，最新的在前`,
      params: idParams(label),
      query: keysetQuery,
      answer: pageOf(entrySchema(definition)),
      async handle(door, { params, query }) {
        const { count = DEFAULT_PAGE_SIZE, after } = query as { count?: number; after?: string };
        const last = after === undefined ? undefined : parseId(after, 'after');
        const { items, next } = await readHistory(door, definition, parseId(params.id), {
          count,
          after: last,
        });
        return keysetPage(items, count, next);
      },
    },
    {
      ...common,
      method: 'POST',
      path: `${path}/:id/history/:revision/restore`,
      access: access.restore,
      summary: `把${label}恢复到某次修改之后的样子`,
      params: idParams(label, { revision: Type.String({ description: '历史中的编号' }) }),
      async handle(door, { params }) {
        const [id, revision] = [parseId(params.id), parseId(params.revision, 'revision')];
        await door.reach(definition, 'read', 'restore');
        return door.write(async (writes) => {
          await restoreRevision(writes, definition, id, revision);
          return done(codes.updated, `恢复${label} ${id} 至历史版本 ${revision}`);
        });
      },
    },
  ];
}

function entrySchema(definition: Definition): JsonSchema {
  const told = (schema: JsonSchema) =>
    Type.Object({ before: Type.Nullable(schema), after: Type.Nullable(schema) });
  const changes = shownFields(definition).map(([name, { output }]) => [name, Type.Optional(told(output))]);
  return Type.Object({
    id: INT64,
    action: { type: 'string', enum: [...REVISION_ACTIONS] },
    time: Type.Integer({ description: '毫秒时间戳' }),
    user: Type.Nullable(knownUser),
    request_id: Type.String(),
    changes: Type.Object(Object.fromEntries(changes)),
  });
}
