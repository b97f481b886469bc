import type { GraphQLFieldConfigArgumentMap, GraphQLInputObjectType } from 'graphql';
import { badParameters } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { message } from './messages/message.ts';
import type { SchemaParts } from './parts.ts';
import type { SeenCollection } from './sight.ts';

type Args = GraphQLFieldConfigArgumentMap;
type Given = Readonly<Record<string, unknown>>;

/** Which part of a list is answered, in which order. */
export function pageArgs({ lib, language }: SchemaParts): Args {
  const texts = new lib.GraphQLList(new lib.GraphQLNonNull(lib.GraphQLString));
  return {
    first: { type: lib.GraphQLInt, description: render(message('graphqlFirst'), language) },
    after: { type: lib.GraphQLString },
    last: { type: lib.GraphQLInt, description: render(message('graphqlLast'), language) },
    before: { type: lib.GraphQLString },
    page: { type: lib.GraphQLInt },
    around: { type: lib.GraphQLID, description: render(message('aroundRecord'), language) },
    from: { type: lib.GraphQLString, description: render(message('fromValue'), language) },
    sort: { type: texts, description: render(message('sortExample'), language) },
    zone: { type: lib.GraphQLString, description: render(message('zoneOfPeriods'), language) },
    total: { type: lib.GraphQLBoolean, description: render(message('totalAlways'), language) },
  };
}

/** Which records are asked for. */
export function narrowingArgs(
  { lib }: SchemaParts,
  { definition }: SeenCollection,
  filter: GraphQLInputObjectType,
): Args {
  const text = { type: lib.GraphQLString };
  return {
    filter: { type: filter },
    q: text,
    ...(definition.search.length > 0 && { search: text }),
    ...(definition.localised.size > 0 && { missing: text }),
  };
}

/** In which language, where content has several. */
export function languageArgs({ lib, catalogue }: SchemaParts): Args {
  if (catalogue.locales.length === 0) return {};
  return { locale: { type: lib.GraphQLString }, fallback: { type: lib.GraphQLBoolean } };
}

/** As of which time, where histories tell. */
export function timeArg({ scalars, language }: SchemaParts, { definition }: SeenCollection): Args {
  if (definition.audit !== 'full') return {};
  return { as_of: { type: scalars.Timestamp, description: render(message('asOfTime'), language) } };
}

/** The arguments of a list as parameters of the API. Throws if they contradict each other. */
export function pageOf({ first, last, sort, ...others }: Given): Given {
  const isBackward = last !== undefined && last !== null;
  if (isBackward && ((first ?? null) !== null || (others.before ?? null) === null))
    throw badParameters({ last: message('graphqlLast') });
  requireOneLanguage(others);
  return withoutNulls({
    ...others,
    count: first ?? last,
    sort: Array.isArray(sort) ? sort.join() : undefined,
  });
}

/** Throws if several languages are asked for: a field is asked for again, under another name, to read it in another one. */
export function requireOneLanguage({ locale }: Given): void {
  if (typeof locale === 'string' && (locale.includes(',') || locale === 'all'))
    throw badParameters({ locale: message('graphqlOneLocale') });
}

/** Arguments that are null mean nothing. */
export function withoutNulls(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
