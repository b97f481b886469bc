import { createRequire } from 'node:module';
import type { Schema } from 'fast-json-stringify';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { withoutAlternatives } from './without-alternatives.ts';

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
