import type { GraphQLInputObjectType } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import { render } from '../../messages/message.ts';
import { ExactNumber, toJson } from '../../shared/exact-json.ts';
import { narrowingArgs, withoutNulls } from './arguments.ts';
import { message } from './messages/message.ts';
import { typeName } from './names.ts';
import { placeOf, type RootField, type SchemaParts } from './parts.ts';
import type { SeenCollection } from './sight.ts';

const MEASURES = ['sum', 'avg', 'min', 'max'] as const;

/** Counts, sums, averages and extremes. Fields are named as the API names them, so they may be of referenced records. */
export function aggregateField(
  parts: SchemaParts,
  seen: SeenCollection,
  filter: GraphQLInputObjectType,
): RootField {
  const { lib, language, catalogue } = parts;
  const { path, version } = placeOf(seen);
  const texts = new lib.GraphQLList(new lib.GraphQLNonNull(lib.GraphQLString));
  const text = { type: lib.GraphQLString };
  return {
    type: new lib.GraphQLNonNull(groupsType(parts, seen)),
    description: render(message('aggregateOf', { label: seen.definition.label }), language),
    args: {
      select: { type: texts, description: render(message('whatToMeasure'), language) },
      group: { type: texts, description: render(message('groupBy'), language) },
      zone: { type: lib.GraphQLString, description: render(message('zoneOfPeriods'), language) },
      first: { type: lib.GraphQLInt, description: render(message('atMostGroups'), language) },
      after: text,
      ...narrowingArgs(parts, seen, filter),
      ...(catalogue.locales.length > 0 && { locale: text }),
    },
    async resolve(_, { select, group, first, filter: narrowed, ...others }, { ask }) {
      const query = withoutNulls({
        ...{ ...version, ...others, count: first, select: select?.join(), group: group?.join() },
        ...(narrowed && { filter: toJson(narrowed) }),
      });
      return (await ask({ method: 'GET', path: `${path}/aggregate`, query })).body;
    },
  };
}

function groupsType({ lib, scalars }: SchemaParts, { name }: SeenCollection) {
  const must = lib.GraphQLNonNull;
  const measures = MEASURES.map(
    (measure) => [measure, { type: scalars.JSON, resolve: measured(measure) }] as const,
  );
  const group = new lib.GraphQLObjectType<Raw>({
    name: `${typeName(name)}Aggregate`,
    fields: {
      group: { type: scalars.JSON },
      count: { type: lib.GraphQLInt },
      ...Object.fromEntries(measures),
    },
  });
  return new lib.GraphQLObjectType({
    name: `${typeName(name)}Groups`,
    fields: {
      nodes: { type: new must(new lib.GraphQLList(new must(group))), resolve: ({ items }) => items },
      endCursor: { type: lib.GraphQLString, resolve: ({ next }) => next },
    },
  });
}

/** Measured values. Whole numbers of any size are texts, for most clients round long ones. */
function measured(measure: string) {
  return ({ [measure]: values }: Raw): unknown => {
    if (typeof values !== 'object' || values === null) return values;
    const isText = (value: unknown) => (measure === 'sum' && value !== null) || value instanceof ExactNumber;
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isText(value) ? String(value) : value]),
    );
  };
}
