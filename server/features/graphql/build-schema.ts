import type { GraphQLSchema } from 'graphql';
import { changeSetFields } from './change-set-fields.ts';
import { makeFilterTypes } from './filter-types.ts';
import { mutationFields } from './mutation-fields.ts';
import { offeredFields } from './offered-fields.ts';
import type { FindRoute } from './offered-routes.ts';
import type { SchemaParts } from './parts.ts';
import { queryFields } from './query-fields.ts';
import { makeRecordTypes } from './record-types.ts';
import { subscriptionFields } from './subscription-fields.ts';

/** The schema of callers of one sight. What they may not read or do is not in it. */
export function buildSchema(
  parts: SchemaParts,
  offers: {
    readonly changeSets: boolean;
    readonly changes: boolean;
    readonly routes: ReadonlySet<string>;
    readonly find: FindRoute;
  },
): GraphQLSchema {
  const { lib } = parts;
  const records = makeRecordTypes(parts);
  const sets = offers.changeSets ? changeSetFields(parts) : { queries: {}, mutations: {} };
  const more = offeredFields(parts, offers.find, offers.routes);
  const queries = {
    ...queryFields(parts, { records, filters: makeFilterTypes(parts) }),
    ...{ ...sets.queries, ...more.queries },
  };
  const mutations = { ...mutationFields(parts, records), ...sets.mutations, ...more.mutations };
  const subscriptions = offers.changes ? subscriptionFields(parts, records) : {};
  const root = (name: string, fields: object) => new lib.GraphQLObjectType({ name, fields: { ...fields } });
  return new lib.GraphQLSchema({
    // A schema must have something to ask, also for callers who see nothing.
    query: root(
      'Query',
      Object.keys(queries).length > 0 ? queries : { nothing: { type: lib.GraphQLBoolean } },
    ),
    ...(Object.keys(mutations).length > 0 && { mutation: root('Mutation', mutations) }),
    ...(Object.keys(subscriptions).length > 0 && { subscription: root('Subscription', subscriptions) }),
  });
}
