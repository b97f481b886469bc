import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, Format, ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { CHECKED_FORMATS, JsonSchema } from '../../contract/json-schema.ts';
import type { Problems } from '../errors.ts';
import { message, type Text } from '../messages/message.ts';
import { boundedPattern } from '../shared/text/bounded-pattern.ts';
import { toId } from './fields/bigint.ts';
import { isDecimal } from './fields/decimal.ts';

const require = createRequire(import.meta.url);

/** The form of values: JSON, or text that may represent a number or a boolean. */
type Form = 'json' | 'text';

const checkers = new Map<Form, Ajv>();
/** By form and schema: a route has the same schemas on every base, and most routes share some. */
const compiled = new Map<string, ValidateFunction>();

/** How the library makes patterns. It would need the code only to write checks into files. */
const PATTERNS = Object.assign((source: string, flags: string) => boundedPattern(new RegExp(source, flags)), {
  code: 'boundedPattern',
});

/** What the formats of schemas admit. Larger integers arrive as bigints, which only ids take. */
const FORMATS: Readonly<Record<(typeof CHECKED_FORMATS)[number], Format>> = {
  int64: { type: 'number', validate: Number.isSafeInteger },
  decimal: { type: 'string', validate: isDecimal },
};

/** The integers that JSON numbers hold exactly. */
const EXACT = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/**
 * The problems of a value, by path; undefined if it is valid. Converts ids to exact bigints, and texts to the numbers and
 * booleans that they represent.
 */
type Check = (value: unknown) => Problems | undefined;

/**
 * Makes a check against a schema. The first value compiles it, and the first check loads the library, so the start waits for
 * neither.
 */
export function schemaCheck(schema: JsonSchema, form: Form = 'json'): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compiledOnce(outerForm(schema), form);
    return validate(value) ? undefined : describe(validate.errors ?? []);
  };
}

function compiledOnce(schema: JsonSchema, form: Form): ValidateFunction {
  const key = `${form} ${JSON.stringify(schema)}`;
  const known = compiled.get(key) ?? checkerOf(form).compile(schema);
  compiled.set(key, known);
  return known;
}

function checkerOf(form: Form): Ajv {
  const known = checkers.get(form);
  if (known) return known;
  const { Ajv } = require('ajv') as typeof import('ajv');
  const checker = new Ajv({
    allErrors: true,
    strict: false,
    meta: false, // schemas are not written by clients, and checking them costs as much as fifty small ones
    validateSchema: false,
    formats: FORMATS,
    coerceTypes: form === 'text',
    code: { regExp: PATTERNS },
  });
  checker.addKeyword({ keyword: 'isId', modifying: true, validate: takeId });
  checkers.set(form, checker);
  return checker;
}

/** Replaces an id, in any form that a client may send, by the exact bigint. */
function takeId(_: true, value: unknown, schema?: object, at?: DataValidationCxt): boolean {
  if (value === null && schema && 'orNull' in schema) return true;
  const id = toId(value);
  if (at && id !== undefined) at.parentData[at.parentDataProperty] = id;
  return id !== undefined;
}

/** Only the outer form is checked here: a collection's fields check their values themselves, wherever a record is written. */
function outerForm(schema: JsonSchema): JsonSchema {
  if ('checkedByFields' in schema) return schema.type === 'object' ? { type: 'object' } : {};
  if (schema.isId === true) return { isId: true, ...(schema.nullable === true && { orNull: true }) };
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    ...(schema.items !== undefined && { items: outerForm(schema.items as JsonSchema) }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, inner]) => [name, outerForm(inner)])),
    }),
  };
}

function describe(errors: readonly ErrorObject[]): Problems {
  return Object.fromEntries(errors.slice(0, 20).map((error) => [fieldOf(error), problemOf(error)]));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const inside = params.missingProperty ?? params.additionalProperty ?? '';
  return [...instancePath.split('/').slice(1), inside]
    .filter((part) => part !== '')
    .join('.')
    .slice(0, 60);
}

function problemOf({ keyword, params: { limit, type, allowedValues, format } }: ErrorObject): Text {
  switch (keyword) {
    case 'format':
      return format === 'decimal' ? message('notADecimal') : message('notExact', EXACT);
    case 'enum':
      return message('notOneOf', { allowed: allowedValues });
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
