import { CHECKED_FORMATS, type JsonSchema } from '../../../contract/json-schema.ts';
import { anObject, anything, oneOf, wholeNumber, words } from './option-checks.ts';
import { type AnyOptionTable, isPlainObject, type OptionCheck, problemsOfOptions } from './options.ts';

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];
const count = wholeNumber(0);
const number: OptionCheck = { allowed: 'a number', accepts: (value) => typeof value === 'number' };
const truth: OptionCheck = { allowed: 'true or false', accepts: (value) => typeof value === 'boolean' };
const list: OptionCheck = { allowed: 'a list', accepts: Array.isArray };
const schema: OptionCheck = { allowed: 'a schema such as Type.String()', accepts: isPlainObject };
const schemas: OptionCheck = {
  allowed: 'a list of schemas',
  accepts: (value) => Array.isArray(value) && value.every(isPlainObject),
};
const pattern: OptionCheck = { allowed: 'the text of a regular expression', accepts: isPattern };

const NUMBERS = ['integer', 'number'];

/** The types whose values a keyword or format checks; of any other it checks nothing, so everything would pass. */
const TYPES_OF: Readonly<Record<string, readonly string[]>> = {
  ...ofTypes(['string'], 'minLength', 'maxLength', 'pattern'),
  ...ofTypes(NUMBERS, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'),
  ...ofTypes(['array'], 'items', 'minItems', 'maxItems', 'uniqueItems'),
  ...ofTypes(['object'], 'properties', 'required', 'minProperties', 'maxProperties', 'additionalProperties'),
};
const TYPES_OF_FORMAT: Readonly<Record<string, readonly string[]>> = { int64: NUMBERS, decimal: ['string'] };

function ofTypes(types: readonly string[], ...keywords: readonly string[]) {
  return Object.fromEntries(keywords.map((keyword) => [keyword, types]));
}

/** A keyword or format that checks no value of the schema's type, in words. */
function vainKeyword({ type, format, ...keywords }: JsonSchema): string | undefined {
  if (type === undefined) return undefined;
  const own = [type].flat().map(String);
  const isVain = (types: readonly string[] | undefined) => types && !types.some((one) => own.includes(one));
  const vain = Object.keys(keywords).find((keyword) => isVain(TYPES_OF[keyword]));
  if (vain !== undefined) return `'${vain}' checks nothing of the type ${own.join(' or ')}`;
  if (isVain(TYPES_OF_FORMAT[String(format)]))
    return `'format' ${String(format)} checks nothing of the type ${own.join(' or ')}`;
  return undefined;
}

/** The keywords that the checker knows. It ignores all others, so a misspelt one would let everything through. */
const SCHEMA: AnyOptionTable = {
  owner: 'a schema',
  checks: {
    type: {
      allowed: `one of ${TYPES.join(', ')}, or a list of them`,
      accepts: (value) => [value].flat().every((one) => TYPES.includes(String(one))),
    },
    enum: list,
    const: anything,
    nullable: truth,
    isId: truth,
    format: oneOf(...CHECKED_FORMATS),
    title: anything,
    description: anything,
    default: anything,
    examples: anything,
    properties: anObject,
    required: words,
    minProperties: count,
    maxProperties: count,
    additionalProperties: {
      allowed: 'true, false or a schema',
      accepts: (value) => typeof value === 'boolean' || isPlainObject(value),
    },
    items: schema,
    minItems: count,
    maxItems: count,
    uniqueItems: truth,
    minLength: count,
    maxLength: count,
    pattern,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: number,
    anyOf: schemas,
    oneOf: schemas,
    allOf: schemas,
    not: schema,
  },
  contradiction: vainKeyword,
};

/** The first problem in some schemas, with its place; undefined if there is none. */
export function problemOfSchemas(all: Readonly<Record<string, JsonSchema | undefined>>): string | undefined {
  for (const [place, one] of Object.entries(all)) {
    const problem = one && problemAt(place, one);
    if (problem) return problem;
  }
  return undefined;
}

function problemAt(place: string, given: unknown): string | undefined {
  const [problem] = isPlainObject(given) ? problemsOfOptions(SCHEMA, given) : ['must be a schema'];
  if (problem) return `'${place}': ${problem}`;
  const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf, not } = Object(given);
  const named = Object.entries(properties).map(([name, one]) => [`${place}.${name}`, one] as const);
  const others = [items, additionalProperties, anyOf, oneOf, allOf, not].flat().filter(isPlainObject);
  for (const [where, one] of [...named, ...others.map((one) => [place, one] as const)]) {
    const inner = problemAt(where, one);
    if (inner) return inner;
  }
  return undefined;
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
