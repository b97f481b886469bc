import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { FastifySchemaCompiler } from 'fastify';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { toId } from '../definitions/bigint.ts';
import { badParameters } from '../errors.ts';
import { gatherFilter } from './gather-filter.ts';

interface Checkers {
  readonly bodies: Ajv;
  /** A query has only strings, so they may stand for numbers and truth. */
  readonly queries: Ajv;
}

let checkers: Checkers | undefined;

function makeCheckers(): Checkers {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  const common = { allErrors: true, strict: false, formats: { int64: true, decimal: true } } as const;
  const bodies = new Ajv(common);
  const queries = new Ajv({ ...common, coerceTypes: true });
  for (const each of [bodies, queries])
    each.addKeyword({ keyword: 'isId', modifying: true, validate: takeId });
  return { bodies, queries };
}

/** Puts the exact id in the place of whatever a client wrote it as. */
function takeId(_: true, value: unknown, __?: object, place?: DataValidationCxt): boolean {
  const id = toId(value);
  if (place && id !== undefined) place.parentData[place.parentDataProperty] = id;
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
    const given = schema.emptyIsNone === true ? withoutEmpty(sent) : sent;
    const value = isQuery ? gatherFilter(given) : given;
    if (isQuery) refuseNul(value);
    if (validate(value)) return { value };
    return { error: badParameters(describe(validate.errors ?? [])) };
  };
};

function withoutEmpty(sent: unknown): unknown {
  return Object.fromEntries(Object.entries(sent as object).filter(([, value]) => value !== ''));
}

/** Not every engine can be asked for a text with a NUL, and none keeps one. */
function refuseNul(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && value.includes('\0'))
      throw badParameters({ [name.slice(0, 60)]: '含有不允许的字符' });
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

function describe(errors: readonly ErrorObject[]): Record<string, string> {
  return Object.fromEntries(errors.slice(0, 20).map((error) => [fieldOf(error), sentence(error)]));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const inside = params.missingProperty ?? params.additionalProperty ?? '';
  return [...instancePath.split('/').slice(1), inside]
    .filter((part) => part !== '')
    .join('.')
    .slice(0, 60);
}

function sentence({ keyword, params }: ErrorObject): string {
  const limit = params.limit as number;
  const sentences: Readonly<Record<string, string>> = {
    required: '不能缺少',
    isId: '必须是正整数编号',
    additionalProperties: '不是此请求的参数',
    type: `类型应为 ${[params.type].flat().join(' 或 ')}`,
    maxLength: `不能超过 ${limit} 个字符`,
    minLength: `不能少于 ${limit} 个字符`,
    maximum: `不能大于 ${limit}`,
    minimum: `不能小于 ${limit}`,
    maxItems: `不能超过 ${limit} 项`,
    minItems: `不能少于 ${limit} 项`,
  };
  return sentences[keyword] ?? '格式不正确';
}
