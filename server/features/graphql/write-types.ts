import type { GraphQLFieldConfig, GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import type { Field } from '../../definitions/field.ts';
import { render } from '../../messages/message.ts';
import { BULK_ACTIONS } from '../../records/write/bulk.ts';
import { message } from './messages/message.ts';
import { typeName } from './names.ts';
import { type Context, placeOf, type RecordTypes, type SchemaParts, valueType } from './parts.ts';
import { askedOf } from './selection.ts';
import type { SeenCollection } from './sight.ts';

/** What a write sends: the fields that the caller may write. The fields themselves check the values. */
export function inputType(
  parts: SchemaParts,
  { name, definition, changed }: SeenCollection,
): GraphQLInputObjectType {
  const { lib, language } = parts;
  const about = ({ help, label }: Field) => {
    const text = help ?? label;
    return text === undefined ? {} : { description: render(text, language) };
  };
  const fields = [...changed].flatMap((field) => {
    const kind = definition.fields[field];
    return kind ? [[field, { type: valueType(parts, kind), ...about(kind) }]] : [];
  });
  return new lib.GraphQLInputObjectType({
    name: `${typeName(name)}Input`,
    fields: Object.fromEntries(fields),
  });
}

/** One of several writes. */
export function bulkItemType(
  { lib }: SchemaParts,
  { name }: SeenCollection,
  input: GraphQLInputObjectType,
): GraphQLInputObjectType {
  const text = { type: lib.GraphQLString };
  return new lib.GraphQLInputObjectType({
    name: `${typeName(name)}BulkItem`,
    fields: {
      action: { type: new lib.GraphQLNonNull(lib.GraphQLString), description: BULK_ACTIONS.join(', ') },
      id: { type: lib.GraphQLID },
      by: text,
      ...(Object.keys(input.getFields()).length > 0 && { values: { type: input } }),
    },
  });
}

/** What a write answers: the record, to callers who may read it, and its ETag. */
export function writtenType(
  parts: SchemaParts,
  seen: SeenCollection,
  records: RecordTypes,
): GraphQLObjectType<Raw, Context> {
  const { lib, scalars, language } = parts;
  return new lib.GraphQLObjectType<Raw, Context>({
    name: `${typeName(seen.name)}Written`,
    fields: () => ({
      id: { type: lib.GraphQLID },
      etag: { type: lib.GraphQLString },
      ...(seen.uses.has('read') && { record: recordField(parts, seen, records(seen)) }),
      would_be: { type: scalars.JSON, description: render(message('recordAsItWouldBe'), language) },
      others: { type: scalars.JSON, description: render(message('recordsWrittenAlong'), language) },
    }),
  });
}

/** The written record. What the answer to a write does not hold, such as references, is read when the write is done. */
function recordField(
  { lib }: SchemaParts,
  seen: SeenCollection,
  type: GraphQLObjectType<Raw, Context>,
): GraphQLFieldConfig<Raw, Context> {
  return {
    type,
    async resolve({ record, id, etag, locale }, _, { ask }, info) {
      const { etag: _etag, isMore, ...asked } = askedOf(lib, info, type, info.fieldNodes);
      if (record === undefined || !isMore) return record;
      const { path, version } = placeOf(seen, seen.definition.isSingleton ? undefined : id);
      const { body } = await ask({ method: 'GET', path, query: { ...version, locale, ...asked } });
      return { ...body, etag };
    },
  };
}
