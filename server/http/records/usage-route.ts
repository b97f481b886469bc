import { Type } from '../../../contract/json-schema.ts';
import { findUses, type Use } from '../../access/guarded/usage.ts';
import type { ServedDefinition } from '../../definitions/define-record.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import { labelOf } from '../../definitions/options/presentation.ts';
import type { Language } from '../../messages/languages.ts';
import { message, render } from '../../messages/message.ts';
import { parseId } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { idParams } from './record-schemas.ts';

/** The places that use a row or a file. */
export const usageAnswer = Type.Object({
  items: Type.Array(
    Type.Object({
      record: Type.String(),
      version: Type.Optional(Type.String({ enum: ['draft'], about: message('usageByDrafts') })),
      label: Type.String(),
      field: Type.String(),
      field_label: Type.String(),
      on_delete: Type.String({ enum: ['refuse', 'detach', 'delete'], about: message('usageOnDelete') }),
      count: Type.Integer(),
      sample: Type.Array(Type.Object({ id: INT64, title: Type.Nullable(Type.String()) })),
    }),
  ),
});

/** The route that lists where a row is used, for users who may read the row. */
export function usageRoute(definition: ServedDefinition): Route {
  const { path, access, label } = definition;
  return route({
    tag: label,
    bodyForm: 'content',
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
      return shownUses(await findUses(door, definition, id), language());
    },
  });
}

/** Uses with their texts in one language. */
export function shownUses(uses: readonly Use[], language: Language) {
  return {
    items: uses.map(({ reference: { definition, field, path = field, onDelete }, count, sample }) => ({
      record: definition.draftOf ?? definition.name,
      ...(definition.draftOf !== undefined && { version: 'draft' as const }),
      label: render(definition.label, language),
      field: path,
      field_label: render(labelOf(field, definition.fields[field] ?? {}), language),
      on_delete: onDelete,
      count,
      sample,
    })),
  };
}
