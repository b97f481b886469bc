import fc from 'fast-check';
import { codePoint } from './code-point.ts';
import type { OpenApi, Operation, Schema } from './open-api.ts';

/** A request as it is sent. */
export interface Likely {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Few enough for records to meet, be changed and be deleted again. */
const id = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }));
/** What engines compare, order and keep in ways of their own. */
const text = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'á',
    'a\u0301',
    'a ',
    ' a',
    'ß',
    'ss',
    '中文',
    '😀',
    'null',
    '0',
    'n1',
    'n2',
    'n3',
    'n4',
  ),
  fc
    .array(
      fc.constantFrom(...'aAbBzZ09 \t\u00a0\n%_\\\'"!*-,&<#áÁßİıΣς中😀𝔘ﬀ\u0301\u200b\u2028\ufeff\uffff'),
      {
        minLength: 1,
        maxLength: 18,
      },
    )
    .map((characters) => characters.join('')),
);
const json = fc.jsonValue({ maxDepth: 2, stringUnit: codePoint }).filter((value) => value !== null);

/** Values that a field mostly takes. */
function likelyValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type].flat();
  const some = oneOfType(schema, types);
  return types.includes('null') ? fc.option(some, { freq: 4 }) : some;
}

function oneOfType(schema: Schema, types: readonly unknown[]): fc.Arbitrary<unknown> {
  const { format, pattern, minimum = 0, items = {} } = schema;
  if (format === 'decimal')
    return fc.constantFrom('0', '1.5', '-0.01', '1.10', '999999.99', '1e2', '0.00001');
  if (format === 'date') return fc.constantFrom('1900-01-01', '2024-02-29', '9999-12-31');
  if (format === 'email') return fc.constantFrom('a@b.cc', 'A@B.cc', 'c@d.ee');
  if (format === 'uri') return fc.constantFrom('http://a.b/', 'https://例子.测试/ü');
  if (format === 'int64') return id;
  if (types.includes('integer'))
    return minimum < -1e12
      ? fc.constantFrom(0, -1, 1_700_000_000_000, 8.64e15)
      : fc.integer({ min: -1, max: 4 });
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('array')) return fc.array(likelyValue(items), { maxLength: 4 });
  if (types.includes('object')) return objectOf(schema);
  if (types.includes('string')) return pattern ? fc.constantFrom('a', 'b-c', 'd', 'a-2') : text;
  return json;
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  if (properties.action) return itemOf(properties);
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, likelyValue(schema)]),
  );
  return fc.record(values, { requiredKeys: required as never });
}

/** One of many writes. */
function itemOf({
  by,
  values = {},
}: NonNullable<Schema['properties']>): fc.Arbitrary<Record<string, unknown>> {
  const item = (action: string, rest: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ action: fc.constant(action), ...rest });
  const [changes, made] = [objectOf(values), { values: objectOf(values) }];
  return fc.oneof(
    item('create', made),
    item('update', { id, values: changes }),
    item('delete', { id }),
    by ? item('upsert', { by: likelyValue(by), ...made }) : item('create', made),
  );
}

const listOf = (names: readonly string[], before: readonly string[] = ['']) =>
  fc
    .array(fc.tuple(fc.constantFrom(...before), fc.constantFrom(...names)), { minLength: 1, maxLength: 3 })
    .map((some) => some.map((parts) => parts.join('')).join(','));

/** What a parameter of a query is likely to be; `fields` are those that records can be filtered by. */
function parameterOf(name: string, schema: Schema, fields: readonly string[]): fc.Arbitrary<string> {
  const said = (value: fc.Arbitrary<unknown>) =>
    value.map((one) => `${name}=${encodeURIComponent(String(one))}`);
  switch (name) {
    case 'filter':
      return fc
        .tuple(
          fc.constantFrom(...fields),
          fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'starts', 'null'),
          fc.oneof(
            text,
            id.map(String),
            fc.constantFrom('true', 'false', '1.50', '2024-02-29', '1,2', 'draft,live'),
          ),
        )
        .map(([field, operator, value]) => `filter[${field}][${operator}]=${encodeURIComponent(value)}`);
    case 'sort':
      return said(listOf(fields, ['', '-']));
    case 'fields':
    case 'group':
    case 'expand':
      return said(listOf(fields));
    case 'select':
      return said(listOf(fields, ['sum.', 'avg.', 'min.', 'max.']).map((list) => `count,${list}`));
    case 'count':
      return said(fc.integer({ min: 1, max: 8 }));
    case 'q':
      return said(text);
    default:
      return said(likelyValue(schema));
  }
}

/** Requests to all routes of collections, most of which are done. */
export function likelyRequests({ paths }: OpenApi): fc.Arbitrary<Likely> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    /^\/v1\/(?!.*import)/.test(path)
      ? Object.entries(methods).map(([method, operation]) =>
          requestsTo(path, method.toUpperCase(), operation),
        )
      : [],
  );
  return fc.oneof(...operations);
}

function requestsTo(path: string, method: string, operation: Operation): fc.WeightedArbitrary<Likely> {
  const { parameters = [], requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const filter = inQuery.find(({ name }) => name === 'filter');
  const fields = Object.keys(filter?.schema.properties ?? { id: true });
  const query = inQuery.map(({ name, required, schema }) => {
    const parameter = parameterOf(name, schema, fields);
    const nothing = { arbitrary: fc.constant(''), weight: required ? 0 : 3 };
    return fc.oneof(nothing, { arbitrary: parameter, weight: 1 });
  });
  const arbitrary = fc.record({
    method: fc.constant(method),
    url: fc
      .tuple(id, fc.tuple(...query))
      .map(
        ([record, parts]) => `${path.replace(/\{\w+\}/g, String(record))}?${parts.filter(Boolean).join('&')}`,
      ),
    body: schema ? objectOf(schema).map((value) => JSON.stringify(value)) : fc.constant(undefined),
    headers: fc.constantFrom({}, {}, {}, method === 'GET' ? {} : { 'if-match': '*' }),
  });
  const isOften = /^\/v1\/\w+(\/\{id\})?$/.test(path) && method !== 'DELETE';
  return { arbitrary, weight: method === 'POST' && isOften ? 12 : isOften ? 6 : 2 };
}
