import type { GraphQLFieldConfigMap, GraphQLObjectType } from 'graphql';
import { CHANGE_EVENTS } from '../../access/guarded/changes.ts';
import type { Raw } from '../../database/engine.ts';
import { canTellChanges } from '../../definitions/for-server.ts';
import { render } from '../../messages/message.ts';
import { message } from './messages/message.ts';
import { typeName } from './names.ts';
import {
  type Context,
  placeOf,
  type RecordTypes,
  type RootField,
  type RootFields,
  type SchemaParts,
} from './parts.ts';
import { askedOf } from './selection.ts';
import type { SeenCollection } from './sight.ts';

/** The fields that follow the feed of changes: of all collections, and of one with the changed records. */
export function subscriptionFields(parts: SchemaParts, records: RecordTypes): RootFields {
  const { lib } = parts;
  const change = new lib.GraphQLObjectType<Raw, Context>({ name: 'Change', fields: changeFields(parts) });
  const fields: Record<string, RootField> = { changes: allChanges(parts, change) };
  for (const seen of parts.sight.values()) {
    const { definition, name, uses } = seen;
    if (definition.access && uses.has('read') && !definition.isSingleton && canTellChanges(definition))
      fields[`${name}_changes`] = changesOf(parts, seen, records(seen));
  }
  return fields;
}

function allChanges({ lib, language }: SchemaParts, change: GraphQLObjectType): RootField {
  return {
    type: new lib.GraphQLNonNull(change),
    description: render(message('graphqlChanges'), language),
    args: {
      collections: { type: new lib.GraphQLList(new lib.GraphQLNonNull(lib.GraphQLString)) },
      after: { type: lib.GraphQLString },
    },
    subscribe: (_, { collections, after }, { listen }) => listen({ collection: collections?.join(), after }),
    resolve: (change) => change,
  };
}

/** The changes of one collection, or of its drafts. */
function changesOf(parts: SchemaParts, seen: SeenCollection, type: GraphQLObjectType): RootField {
  const { lib, language } = parts;
  const { definition, name } = seen;
  const change = new lib.GraphQLObjectType<Raw, Context>({
    name: `${typeName(name)}Change`,
    fields: () => ({ ...changeFields(parts), record: recordField(parts, seen, type) }),
  });
  const { version } = placeOf(seen).version;
  return {
    type: new lib.GraphQLNonNull(change),
    description: render(message('graphqlChangesOf', { label: definition.label }), language),
    args: { id: { type: lib.GraphQLID }, after: { type: lib.GraphQLString } },
    async subscribe(_, given, { listen }) {
      const changes = await listen({ ...given, collection: definition.draftOf ?? definition.name });
      return only(changes, (one) => one.version === version);
    },
    resolve: (one) => one,
  };
}

/** The record as it is now; null if it is gone, or the caller does not see it any more. */
function recordField(parts: SchemaParts, seen: SeenCollection, type: GraphQLObjectType) {
  return {
    type,
    async resolve(
      { id }: Raw,
      _: unknown,
      { ask }: Context,
      info: Parameters<NonNullable<RootField['resolve']>>[3],
    ) {
      const { path, version } = placeOf(seen, id);
      const { etag: _etag, isMore: _more, ...asked } = askedOf(parts.lib, info, type, info.fieldNodes);
      const found = await ask({ method: 'GET', path, query: { ...version, ...asked } }).catch(absent);
      return found?.body ?? null;
    },
  };
}

/** Nothing, in place of a record that is not there for the caller. */
function absent(error: unknown): undefined {
  const { extensions } = error as { readonly extensions?: { readonly status?: number } };
  if (extensions?.status !== 404) throw error;
}

function changeFields({ lib, scalars }: SchemaParts): GraphQLFieldConfigMap<Raw, Context> {
  const text = { type: lib.GraphQLString };
  return {
    cursor: text,
    event: { ...text, description: CHANGE_EVENTS.join(', ') },
    decision: text,
    collection: text,
    version: text,
    id: { type: new lib.GraphQLNonNull(lib.GraphQLID) },
    time: { type: scalars.Timestamp },
    own: { type: lib.GraphQLBoolean },
    fields: { type: new lib.GraphQLList(new lib.GraphQLNonNull(lib.GraphQLString)) },
  };
}

async function* only(changes: AsyncIterable<Raw>, isWanted: (change: Raw) => boolean): AsyncGenerator<Raw> {
  for await (const change of changes) if (isWanted(change)) yield change;
}
