import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { MAX_PAGE_SIZE } from '../../contract/limits.ts';
import { INT64 } from '../definitions/bigint.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { AggregateRequest } from '../records/aggregate.ts';
import { type Measure, measuresOf } from '../records/measures.ts';
import { narrowingQuery } from './list-query.ts';
import { itemSchema } from './record-schemas.ts';
import type { Route } from './route.ts';

/** What every served record's rows come to: counted, added up, grouped. */
export function aggregateRoutes(definition: Definition): Route[] {
  const { path, access, label } = definition;
  if (!path || !access) return [];
  return [
    {
      method: 'GET',
      path: `${path}/aggregate`,
      access: access.read,
      summary: `${label}的计数、合计、平均与最值`,
      tag: label,
      family: 'content',
      query: aggregateQuery(definition),
      answer: groupsSchema(definition),
      isRecallable: true,
      handle: (door, { query }) => door.aggregate(definition, query as AggregateRequest),
    },
  ];
}

function aggregateQuery(definition: Definition): JsonSchema {
  return Type.Object(
    {
      select: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: '如 count,sum.price,avg.price,min.title,max.create_time',
        }),
      ),
      group: Type.Optional(Type.String({ maxLength: 200, description: '按这些字段分组并排序' })),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, description: '最多几组' })),
      after: Type.Optional(Type.String({ maxLength: 8000, description: '上一页的 next' })),
      ...narrowingQuery(definition),
    },
    { additionalProperties: false },
  );
}

function groupsSchema(definition: Definition): JsonSchema {
  const shown = Object.entries(itemSchema(definition).properties as Record<string, JsonSchema>);
  const told = (measure: Measure, schemaOf: (schema: JsonSchema) => JsonSchema) => {
    const names = shown.flatMap(([name, schema]) => {
      const column = definition.columns[name];
      return column && measuresOf(column).includes(measure) ? [[name, schemaOf(schema)] as const] : [];
    });
    return { type: 'object', properties: Object.fromEntries(names) };
  };
  const group = Type.Object({
    group: { type: 'object', properties: Object.fromEntries(shown) },
    count: Type.Optional(Type.Integer()),
    sum: Type.Optional(told('sum', (schema) => (schema.type === 'integer' ? INT64 : Type.String()))),
    avg: Type.Optional(told('avg', () => Type.Nullable(Type.String({ format: 'decimal' })))),
    min: Type.Optional(told('min', Type.Nullable)),
    max: Type.Optional(told('max', Type.Nullable)),
  });
  return Type.Object({
    items: Type.Array(group),
    count: Type.Integer(),
    next: Type.Nullable(Type.String()),
  });
}
