import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { MAX_BULK_ITEMS } from '../../../contract/limits.ts';
import { writeBulk } from '../../access/guarded/bulk.ts';
import { hasTextIds, login, type ServedDefinition, textId } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import { BULK_ACTIONS, type Item, keysOf } from '../../records/index.ts';
import { bodyId } from '../paging.ts';
import { type Route, route } from '../route.ts';
import { bodySchema } from './collection-schemas.ts';

/** Several writes of a served collection in one request: all succeed or none, with a report on each. */
export function bulkRoute(definition: ServedDefinition): Route {
  const { path, label } = definition;
  return route({
    tag: label,
    method: 'POST',
    path: `${path}/bulk`,
    access: login, // each item is decided by the rule of its action
    summary: message('writeMany', { label }),
    body: Type.Object({
      items: Type.Array(itemSchema(definition), { minItems: 1, maxItems: MAX_BULK_ITEMS }),
    }),
    answersItems: true,
    ...(hasTextIds(definition) && { answerFields: { id: Type.Optional(textId.output) } }),
    handle: (door, { body }) => writeBulk(door, definition, body.items),
  });
}

function itemSchema(definition: ServedDefinition): JsonSchema<Item> {
  const keys = keysOf(definition);
  const by = Type.Optional(Type.String({ enum: keys, about: message('upsertKey') }));
  return Type.Object(
    {
      action: Type.String({ enum: BULK_ACTIONS }),
      id: Type.Optional(hasTextIds(definition) ? (textId.output as typeof bodyId) : bodyId),
      ...(keys.length > 0 && { by }),
      values: Type.Optional(bodySchema(definition, false)),
    },
    { additionalProperties: false },
  );
}
