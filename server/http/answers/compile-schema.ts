import { createRequire } from 'node:module';
import type { Schema } from 'fast-json-stringify';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { withMergedBlocks } from './merged-blocks.ts';

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
  return build(withMergedBlocks(schema) as Schema);
}
