import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { MAX_PAGE_SIZE } from '../../contract/limits.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { OPERATORS } from '../records/comparison.ts';
import { asOfParameter } from './as-of-query.ts';
import { expandableFields, itemSchema, shownFields } from './record-schemas.ts';

/** What a list of a record may be asked, with the names that it takes. */
export function listQuery(catalogue: Catalogue, definition: Definition): JsonSchema {
  return Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
      after: text(8000, '上一页的 next'),
      sort: text(200, '如 -create_time,title；空值最小'),
      total: Type.Optional(Type.Boolean({ description: '总数无论多大都要计算' })),
      ...(definition.audit === 'full' && { as_of: asOfParameter }),
      ...showingQuery(catalogue, definition),
      ...narrowingQuery(definition),
    },
    { additionalProperties: false },
  );
}

/** The parameters that say what is shown of a row. */
export function showingQuery(
  catalogue: Catalogue,
  definition: Definition,
): Readonly<Record<string, JsonSchema>> {
  const references = expandableFields(catalogue, definition).map(([name]) => name);
  return {
    fields: text(1000, '只要这些字段，如 title'),
    can: Type.Optional(Type.String({ enum: ['1'], description: '说明可以对每条记录做什么' })),
    ...(references.length > 0 && {
      expand: text(1000, `展开所引用的记录，可再往下，用点分隔：${references.join('、')}`),
    }),
  };
}

/** The parameters that say which rows are meant. */
export function narrowingQuery(definition: Definition): Readonly<Record<string, JsonSchema>> {
  const fields = shownFields(definition);
  const searchable = fields.flatMap(([name, field]) => (field.searchable ? name : []));
  return {
    filter: Type.Optional({
      type: 'object',
      checkedByFields: true,
      style: 'deepObject',
      explode: true,
      description:
        'filter[title][starts]=x；用 filter[or][0][…]、filter[and][0][…] 组合；引用后可接其字段 filter[author][name][eq]=x',
      properties: filterProperties(definition),
    }),
    ...(searchable.length > 0 && {
      q: text(200, `每个词都要出现在 ${searchable.join('、')} 之一中`),
    }),
  };
}

function filterProperties(definition: Definition): Readonly<Record<string, JsonSchema>> {
  const names = Object.keys(itemSchema(definition).properties as object);
  const targets = new Set(shownFields(definition).flatMap(([name, { target }]) => (target ? name : [])));
  return Object.fromEntries(
    names.map((name) => [
      name,
      { type: 'object', ...(!targets.has(name) && { propertyNames: { enum: OPERATORS } }) },
    ]),
  );
}

function text(maxLength: number, description: string): JsonSchema {
  return Type.Optional(Type.String({ maxLength, description }));
}
