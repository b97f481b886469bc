import { Type } from '../../../contract/json-schema.ts';
import { MAX_CHOICES } from '../../../contract/limits.ts';
import { findUses, type Use } from '../../access/guarded/usage.ts';
import { type Catalogue, INT64, labelOf, type ServedDefinition } from '../../definitions/for-server.ts';
import type { Language } from '../../messages/languages.ts';
import { message, render } from '../../messages/message.ts';
import { parseId } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { idParams } from './collection-schemas.ts';
import { localeQuery, narrowingQuery } from './list-query.ts';

const items = Type.Array(
  Type.Object({
    collection: Type.String({ olderName: 'record' }),
    version: Type.Optional(Type.String({ enum: ['draft'], about: message('usageByDrafts') })),
    label: Type.String(),
    field: Type.String(),
    field_label: Type.String(),
    on_delete: Type.String({ enum: ['refuse', 'detach', 'delete'], about: message('usageOnDelete') }),
    restorable: Type.Boolean({ about: message('usageRestorable') }),
    count: Type.Integer(),
    sample: Type.Array(Type.Object({ id: INT64, title: Type.Nullable(Type.String()) })),
  }),
);

/** The places that use a record or a file. */
export const usageAnswer = Type.Object({ items });

const usageOfMany = Type.Object({
  items,
  records: Type.Integer({ olderName: 'rows', about: message('usageRecords', { max: MAX_CHOICES }) }),
  more: Type.Boolean({ about: message('usageMore') }),
});

/** The route that lists where the first records of a list are used: those that the caller may read. */
export function usageOfManyRoute(catalogue: Catalogue, definition: ServedDefinition): Route {
  const { path, access, label, audit } = definition;
  return route({
    tag: label,
    method: 'GET',
    path: `${path}/usage`,
    access: access.read,
    summary: message('usageOfMany', { label }),
    query: Type.Object(
      { ...localeQuery(catalogue), ...narrowingQuery(catalogue, definition) },
      { additionalProperties: false },
    ),
    answer: usageOfMany,
    isTranslated: true,
    async handle(door, { query, language }) {
      const asked = { ...query, fields: 'id', sort: 'id', count: MAX_CHOICES };
      const { value } = await door.list(definition, asked);
      const ids = value.items.map(({ id }) => id as bigint); // it is always shown
      const uses = ids.length > 0 ? await findUses(door, definition, ids) : [];
      return {
        ...shownUses(uses, language(), audit === 'full'),
        records: ids.length,
        more: value.next !== null,
      };
    },
  });
}

/** The route that lists where a record is used, for users who may read the record. */
export function usageRoute(definition: ServedDefinition): Route {
  const { path, access, label, audit } = definition;
  return route({
    tag: label,
    method: 'GET',
    path: `${path}/:id/usage`,
    access: access.read,
    summary: message('usageOf', { label }),
    params: idParams(label),
    answer: usageAnswer,
    isTranslated: true,
    async handle(door, { params, language }) {
      const id = parseId(params.id);
      await door.get(definition, id, { fields: 'id' });
      return shownUses(await findUses(door, definition, [id]), language(), audit === 'full');
    },
  });
}

/** Uses with their texts in one language. `isKept`: what is used goes to a trash when it is deleted. */
export function shownUses(uses: readonly Use[], language: Language, isKept: boolean) {
  return {
    items: uses.map(({ reference: { definition, field, path = field, onDelete }, count, sample }) => ({
      collection: definition.draftOf ?? definition.name,
      ...(definition.draftOf !== undefined && { version: 'draft' as const }),
      label: render(definition.label, language),
      field: path,
      field_label: render(labelOf(field, definition.fields[field] ?? {}), language),
      on_delete: onDelete,
      restorable: isKept && definition.audit === 'full',
      count,
      sample,
    })),
  };
}
