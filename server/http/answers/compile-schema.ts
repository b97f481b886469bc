import { createRequire } from 'node:module';
import type { Schema } from 'fast-json-stringify';
import type { JsonSchema } from '../../../contract/json-schema.ts';

const require = createRequire(import.meta.url);

/** Writes a value as JSON, without properties that its schema does not name. */
export type Serialise = (value: unknown) => string;

/** By the text of the schema: many routes answer the same one, and so does another server in this process. */
const compiled = new Map<string, Serialise>();

/** The serialiser of a schema that names no other. The library is loaded with the first of them, not at the start. */
export function compileSchema(schema: JsonSchema): Serialise {
  const key = JSON.stringify(schema);
  const known = compiled.get(key) ?? compile(schema);
  compiled.set(key, known);
  return known;
}

function compile(schema: JsonSchema): Serialise {
  const build = require('fast-json-stringify') as typeof import('fast-json-stringify');
  return build(withoutEnums(withoutAlternatives(schema)) as Schema);
}

/** A list of words changes nothing that is written, and takes the library a time that grows by the square of its length. */
function withoutEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEnums);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).filter(([key, words]) => key !== 'enum' || !Array.isArray(words));
  return Object.fromEntries(
    inner.map(([key, one]) => [key, CHOOSING.has(key) ? one : withoutEnums(one)]), // there, words tell the schemas apart
  );
}

const CHOOSING: ReadonlySet<string> = new Set(['oneOf', 'anyOf']);

type Keywords = Readonly<Record<string, unknown>>;

/**
 * A schema without alternatives. The serialiser would choose between them by validating the value, and its validator does
 * not know bigints. So the alternatives of a block become one object, and the names of its properties tell an object of
 * languages from a plain value. The output is the same.
 */
function withoutAlternatives(schema: JsonSchema): JsonSchema {
  return mergedWithin(schema) as JsonSchema; // the same keywords
}

function mergedWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mergedWithin);
  if (typeof value !== 'object' || value === null) return value;
  const { isBlock, isByLanguage, oneOf, ...keywords } = value as Keywords;
  if (isBlock === true && Array.isArray(oneOf))
    return (oneOf as readonly Keywords[])
      .map((one) => mergedWithin(one) as Keywords)
      .reduce<Keywords | undefined>(merged, undefined);
  if (isByLanguage === true) {
    const [one, byLanguage] = keywords.anyOf as readonly [Keywords, Keywords];
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: named(byLanguage), then: mergedWithin(byLanguage), else: mergedWithin(one) };
  }
  if (oneOf !== undefined) return value;
  return Object.fromEntries(
    Object.entries(checkable(keywords)).map(([key, inner]) => [key, mergedWithin(inner)]),
  );
}

/** A schema without what the serialiser's validator refuses: formats that it does not know, and `nullable` of any value. */
function checkable(keywords: Keywords): Keywords {
  const { format, nullable, ...others } = keywords;
  const isAnything = nullable === true && others.type === undefined && others.anyOf === undefined;
  return {
    ...others,
    ...(format !== undefined && !Array.isArray(others.type) && { format }),
    ...(nullable !== undefined && !isAnything && { nullable }),
  };
}

/** The schema of an object with no other names than those of this one. */
function named({ properties }: Keywords): Keywords {
  const names = Object.keys(properties as Keywords).map((name) => [name, {}] as const);
  return { type: 'object', properties: Object.fromEntries(names), additionalProperties: false };
}

/** A schema that writes the values of both. The definition guarantees that they have the same type. */
function merged(one: Keywords | undefined, other: Keywords | undefined): Keywords | undefined {
  if (!one || !other) return one ?? other;
  const properties = mergedProperties(one.properties, other.properties);
  const items = merged(one.items as Keywords | undefined, other.items as Keywords | undefined);
  return {
    ...(one.type !== undefined && { type: one.type }),
    ...((one.nullable === true || other.nullable === true) && { nullable: true }),
    ...(properties && { properties }),
    ...(items && { items }),
  };
}

function mergedProperties(one: unknown, other: unknown): Keywords | undefined {
  const [first, second] = [one, other] as readonly (Readonly<Record<string, Keywords>> | undefined)[];
  if (!first || !second) return first ?? second;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...names].map((name) => [name, merged(first[name], second[name])]));
}
