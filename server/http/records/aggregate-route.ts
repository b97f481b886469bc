import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import {
  type Catalogue,
  type Definition,
  INT64,
  type ServedDefinition,
} from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import { type AggregateRequest, type Measure, measuresOf } from '../../records/index.ts';
import { type Route, route } from '../route.ts';
import { itemSchema, localeFields } from './collection-schemas.ts';
import { narrowingQuery, zoneParameter } from './list-query.ts';

/** Counts, sums, averages and extremes of a served collection's records, in groups. */
export function aggregateRoute(catalogue: Catalogue, definition: ServedDefinition): Route {
  const { path, access, label } = definition;
  return route({
    method: 'GET',
    path: `${path}/aggregate`,
    access: access.read,
    summary: message('aggregateOf', { label }),
    tag: label,
    query: aggregateQuery(catalogue, definition),
    answer: groupsSchema(definition),
    isCacheable: true,
    handle: (door, { query }) => door.aggregate(definition, query),
  });
}

function aggregateQuery(catalogue: Catalogue, definition: Definition): JsonSchema<AggregateRequest> {
  return Type.Object(
    {
      select: Type.Optional(
        Type.String({
          maxLength: 1000,
          about: message('whatToMeasure'),
        }),
      ),
      group: Type.Optional(Type.String({ maxLength: 200, about: message('groupBy') })),
      zone: zoneParameter,
      count: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, about: message('atMostGroups') }),
      ),
      after: Type.Optional(Type.String({ maxLength: 8000, about: message('nextOfLastPage') })),
      ...narrowingQuery(catalogue, definition),
    },
    { additionalProperties: false },
  );
}

function groupsSchema(definition: Definition): JsonSchema {
  const shown = Object.entries({
    ...(itemSchema(definition).properties as Record<string, JsonSchema>),
    ...Object.fromEntries(localeFields(definition).map(([name, { output }]) => [name, output])),
  });
  const valuesOf = (measure: Measure, schemaOf: (schema: JsonSchema) => JsonSchema) => {
    const names = shown.flatMap(([name, schema]) => {
      const column = definition.columns[name];
      return column && measuresOf(column).includes(measure) ? [[name, schemaOf(schema)] as const] : [];
    });
    return { type: 'object', properties: Object.fromEntries(names), additionalProperties: true };
  };
  const group = Type.Object({
    group: { type: 'object', properties: Object.fromEntries(shown), additionalProperties: true }, // `author.name`
    count: Type.Optional(Type.Integer()),
    sum: Type.Optional(valuesOf('sum', (schema) => (schema.type === 'integer' ? INT64 : Type.String()))),
    avg: Type.Optional(valuesOf('avg', () => Type.Nullable(Type.String({ format: 'decimal' })))),
    min: Type.Optional(valuesOf('min', Type.Nullable)),
    max: Type.Optional(valuesOf('max', Type.Nullable)),
  });
  return Type.Object({
    items: Type.Array(group),
    count: Type.Integer(),
    next: Type.Nullable(Type.String()),
  });
}
