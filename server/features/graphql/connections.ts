import type { GraphQLObjectType } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import { render } from '../../messages/message.ts';
import { message } from './messages/message.ts';
import { typeName } from './names.ts';
import { onceEach, type RecordTypes, type SchemaParts } from './parts.ts';
import type { SeenCollection } from './sight.ts';

/** The types of pages, as Relay's connections: of each collection the page, and its edges. */
export function makeConnectionTypes(
  parts: SchemaParts,
  records: RecordTypes,
): (seen: SeenCollection) => GraphQLObjectType {
  const { lib, scalars, language } = parts;
  const must = lib.GraphQLNonNull;
  const described = (key: 'graphqlCursor' | 'graphqlTotal' | 'highlightsAbout') => ({
    description: render(message(key), language),
  });
  const pageInfo = new lib.GraphQLObjectType({
    name: 'PageInfo',
    fields: {
      hasNextPage: { type: new must(lib.GraphQLBoolean) },
      hasPreviousPage: { type: new must(lib.GraphQLBoolean) },
      startCursor: { type: lib.GraphQLString },
      endCursor: { type: lib.GraphQLString },
    },
  });
  const edge = (seen: SeenCollection) =>
    new lib.GraphQLObjectType({
      name: `${typeName(seen.name)}Edge`,
      fields: () => ({
        node: { type: new must(records(seen)) },
        cursor: { type: lib.GraphQLString, ...described('graphqlCursor') },
        highlights: { type: scalars.JSON, ...described('highlightsAbout') },
      }),
    });
  return onceEach(
    (seen) =>
      new lib.GraphQLObjectType({
        name: `${typeName(seen.name)}Connection`,
        fields: () => ({
          edges: { type: new must(new lib.GraphQLList(new must(edge(seen)))) },
          nodes: { type: new must(new lib.GraphQLList(new must(records(seen)))) },
          pageInfo: { type: new must(pageInfo) },
          totalCount: { type: lib.GraphQLInt, ...described('graphqlTotal') },
        }),
      }),
  );
}

/** A page of the API as a connection. Of the page's records, the first and the last have cursors. */
export function connectionOf({ items, total, next = null, previous = null, highlights }: Raw): object {
  const nodes = items as readonly Raw[];
  const found = highlights as readonly Raw[] | undefined;
  return {
    nodes,
    edges: nodes.map((node, index) => ({
      node,
      cursor: cursorAt(index),
      highlights: found?.[index] ?? null,
    })),
    pageInfo: {
      hasNextPage: next !== null,
      hasPreviousPage: previous !== null,
      startCursor: previous,
      endCursor: next,
    },
    totalCount: total,
  };

  function cursorAt(index: number): unknown {
    return index === nodes.length - 1 ? next : index === 0 ? previous : null;
  }
}
