import { outerLimit } from '../../background/limits.ts';
import { boolean, integer } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { Documents } from './documents.ts';
import { graphqlRoutes } from './graphql-route.ts';
import { requireDistinctNames } from './names.ts';
import { routeFinder } from './offered-routes.ts';
import { Schemas } from './schemas.ts';

/** Reads and writes by GraphQL. */
export const graphql = defineModule({
  name: 'graphql',
  settings: {
    GRAPHQL: boolean({
      initial: false,
      meaning: 'Whether collections are read and written by GraphQL at /graphql; needs an optional package.',
    }),
    GRAPHQL_KNOWN_ONLY: boolean({
      initial: false,
      meaning: 'Whether GRAPHQL answers only the documents in the folder graphql/ of the project.',
    }),
    GRAPHQL_MOST_COST: integer({
      initial: 10_000,
      min: 100,
      max: 1_000_000,
      meaning:
        'About how many values one operation of GRAPHQL may be answered with; one that asks for more is refused.',
    }),
  },
  packages: { graphql: 'GRAPHQL' },
  about: 'server',
  keyReach: 'otherRoutes',
  isOn: (settings) => settings.graphql,
  open({ settings, store: { catalogue }, app, routes, leaving }) {
    requireDistinctNames(catalogue);
    const schemas = new Schemas(catalogue, routeFinder(routes));
    const documents = new Documents(settings.contentDir, settings.graphqlKnownOnly);
    const atOnce = outerLimit(settings.limits.requestsAtOnce);
    const mostCost = settings.graphqlMostCost;
    return { routes: graphqlRoutes({ app, schemas, documents, atOnce, mostCost, leaving }) };
  },
});
