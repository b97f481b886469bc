import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { FastifySchemaCompiler } from 'fastify';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { toId } from '../definitions/fields/bigint.ts';
import { badParameters } from '../errors.ts';
import { message, type Text } from '../messages/message.ts';
import { gatherFilter } from './gather-filter.ts';

interface Checkers {
  readonly bodies: Ajv;
  /** A query has only strings, so they may stand for numbers and truth. */
  readonly queries: Ajv;
}

let checkers: Checkers | undefined;

function makeCheckers(): Checkers {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  const common = {
    allErrors: true,
    strict: false,
    meta: false, // schemas are not written by clients, and checking them costs as much as fifty small ones
    validateSchema: false,
    formats: { int64: true, decimal: true },
  } as const;
  const bodies = new Ajv(common);
  const queries = new Ajv({ ...common, coerceTypes: true });
  for (const each of [bodies, queries])
    each.addKeyword({ keyword: 'isId', modifying: true, validate: takeId });
  return { bodies, queries };
}

/** Replaces an id, in whatever form the client sent it, by the exact bigint. */
function takeId(_: true, value: unknown, __?: object, at?: DataValidationCxt): boolean {
  const id = toId(value);
  if (at && id !== undefined) at.parentData[at.parentDataProperty] = id;
  return id !== undefined;
}

/**
 * Checks requests against the routes' schemas. A check is made when the first request needs it, and the library with the
 * first of all, so that no start waits for them.
 */
export const compileValidator: FastifySchemaCompiler<JsonSchema> = ({ schema, httpPart }) => {
  const isQuery = httpPart === 'querystring';
  let validate: ValidateFunction | undefined;
  return (sent) => {
    checkers ??= makeCheckers();
    validate ??= (isQuery ? checkers.queries : checkers.bodies).compile(outerForm(schema));
    if (httpPart === 'body' && sent === null) return { error: badParameters({ '': message('noBody') }) };
    const known = schema.ignoresUnknown === true ? withoutUnknown(sent, schema) : sent;
    const given = schema.emptyIsNone === true ? withoutEmpty(known) : known;
    const value = isQuery ? gatherFilter(given) : given;
    if (isQuery) refuseNul(value);
    const misread = isQuery ? misreadIntegers(schema, value) : [];
    if (misread.length > 0) return { error: badParameters(Object.fromEntries(misread)) };
    if (validate(value)) return { value };
    return { error: badParameters(describe(validate.errors ?? [])) };
  };
};

/** `filter` is written as many parameters: `filter[title][eq]`. */
function withoutUnknown(sent: unknown, { properties = {} }: JsonSchema): unknown {
  const isKnown = (name: string) =>
    Object.hasOwn(properties as object, name.startsWith('filter[') ? 'filter' : name);
  return Object.fromEntries(Object.entries(sent as object).filter(([name]) => isKnown(name)));
}

/** Whole numbers in another spelling than their digits, such as `1e3` and `0x1`, which JavaScript would read as numbers. */
function misreadIntegers({ properties = {} }: JsonSchema, query: Readonly<Record<string, unknown>>) {
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).flatMap(([name, { type }]) => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    const isMisread = type === 'integer' && typeof value === 'string' && !/^-?\d*$/.test(value);
    return isMisread ? [[name, message('wrongType', { allowed: ['integer'] })] as const] : [];
  });
}

function withoutEmpty(sent: unknown): unknown {
  return Object.fromEntries(Object.entries(sent as object).filter(([, value]) => value !== ''));
}

/** No engine stores a NUL in a text, and some fail on one in a query. */
function refuseNul(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && value.includes('\0'))
      throw badParameters({ [name.slice(0, 60)]: message('badCharacters') });
}

/** A record's fields check their values themselves, on every way that leads to a row; of these only the outer form counts here. */
function outerForm(schema: JsonSchema): JsonSchema {
  if ('checkedByFields' in schema) return { type: 'object' };
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    ...(schema.items !== undefined && { items: outerForm(schema.items as JsonSchema) }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, inner]) => [name, outerForm(inner)])),
    }),
  };
}

function describe(errors: readonly ErrorObject[]): Record<string, Text> {
  return Object.fromEntries(errors.slice(0, 20).map((error) => [fieldOf(error), problemOf(error)]));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const inside = params.missingProperty ?? params.additionalProperty ?? '';
  return [...instancePath.split('/').slice(1), inside]
    .filter((part) => part !== '')
    .join('.')
    .slice(0, 60);
}

function problemOf({ keyword, params: { limit, type } }: ErrorObject): Text {
  switch (keyword) {
    case 'required':
      return message('missing');
    case 'isId':
      return message('notAnId');
    case 'additionalProperties':
      return message('notAParameter');
    case 'type':
      return message('wrongType', { allowed: [type].flat() });
    case 'maxLength':
      return message('tooLong', { max: limit });
    case 'minLength':
      return message('tooShort', { min: limit });
    case 'maximum':
      return message('tooLarge', { max: limit });
    case 'minimum':
      return message('tooSmall', { min: limit });
    case 'maxItems':
      return message('tooManyItems', { max: limit });
    case 'minItems':
      return message('tooFewItems', { min: limit });
    default:
      return message('badFormat');
  }
}
