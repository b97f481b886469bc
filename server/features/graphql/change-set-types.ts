import type { GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import type { Context, SchemaParts } from './parts.ts';

/** The type of a change set, as the API shows it. */
export function setType({ lib, scalars }: SchemaParts): GraphQLObjectType<Raw> {
  const text = { type: lib.GraphQLString };
  const int = { type: lib.GraphQLInt };
  const time = { type: scalars.Timestamp };
  const json = { type: scalars.JSON };
  const flag = { type: lib.GraphQLBoolean };
  const item = new lib.GraphQLObjectType({
    name: 'ChangeSetItem',
    fields: {
      ...{ index: int, collection: text, action: text, id: { type: lib.GraphQLID }, name: text },
      ...{ visible: flag, gone: flag, changed: flag, changes: json },
    },
  });
  return new lib.GraphQLObjectType<Raw>({
    name: 'ChangeSet',
    fields: {
      id: { type: new lib.GraphQLNonNull(lib.GraphQLID) },
      ...{ title: text, note: text, state: text, version: int, size: int, author: json, decided_by: json },
      ...{ decide_time: time, reason: text, applied_by: json, apply_time: time, create_time: time },
      ...{ change_time: time, own: flag, can: json },
      items: { type: new lib.GraphQLList(new lib.GraphQLNonNull(item)) },
    },
  });
}

/** An item as it is sent. */
export function sentItemType({ lib, scalars }: SchemaParts): GraphQLInputObjectType {
  const text = { type: lib.GraphQLString };
  const must = { type: new lib.GraphQLNonNull(lib.GraphQLString) };
  return new lib.GraphQLInputObjectType({
    name: 'ChangeSetItemInput',
    fields: {
      ...{ collection: must, action: must, id: { type: lib.GraphQLID }, name: text, new: text },
      ...{ values: { type: scalars.JSON }, locale: text, etag: text },
    },
  });
}

/** What a write of a set answers: the set as it is now, and the records of its items where it was applied. */
export function writtenSetType(
  { lib, scalars }: SchemaParts,
  set: GraphQLObjectType,
  read: (id: unknown, context: Context) => Promise<Raw>,
): GraphQLObjectType<Raw, Context> {
  return new lib.GraphQLObjectType<Raw, Context>({
    name: 'ChangeSetWritten',
    fields: {
      id: { type: lib.GraphQLID },
      items: { type: scalars.JSON },
      change_set: { type: set, resolve: ({ id, isGone }, _, context) => (isGone ? null : read(id, context)) },
    },
  });
}
