import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { MAX_BULK_ITEMS } from '../../contract/limits.ts';
import { writeBulk } from '../access/bulk.ts';
import { login } from '../definitions/access-rule.ts';
import type { Definition } from '../definitions/define-record.ts';
import { BULK_ACTIONS, type Item } from '../records/bulk.ts';
import { keysOf } from '../records/upsert.ts';
import { bodyId } from './paging.ts';
import { bodySchema } from './record-schemas.ts';
import type { Route } from './route.ts';

/** Many writes of a served record in one request: all of them, or none, with a report of each. */
export function bulkRoutes(definition: Definition): Route[] {
  const { path, access, label } = definition;
  if (!path || !access) return [];
  return [
    {
      tag: label,
      family: 'content',
      method: 'POST',
      path: `${path}/bulk`,
      access: login, // each item is decided by the rule of what it does
      summary: `批量写入${label}，全部成功或全部不写`,
      body: Type.Object({
        items: Type.Array(itemSchema(definition), { minItems: 1, maxItems: MAX_BULK_ITEMS }),
      }),
      tellsItems: true,
      isRepeatable: true,
      handle: (door, { body }) => writeBulk(door, definition, body.items as readonly Item[]),
    },
  ];
}

function itemSchema(definition: Definition): JsonSchema {
  const keys = keysOf(definition);
  return Type.Object(
    {
      action: Type.String({ enum: BULK_ACTIONS }),
      id: Type.Optional(bodyId),
      ...(keys.length > 0 && {
        by: Type.Optional(Type.String({ enum: keys, description: 'upsert 依据的唯一字段' })),
      }),
      values: Type.Optional(bodySchema(definition, false)),
    },
    { additionalProperties: false },
  );
}
