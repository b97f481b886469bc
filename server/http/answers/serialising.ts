import { createRequire } from 'node:module';
import type { Schema } from 'fast-json-stringify';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { withMergedBlocks } from './merged-blocks.ts';

const require = createRequire(import.meta.url);

type Serialise = (value: unknown) => string;

/** Returns the serialiser of a schema. */
export type CompileSerialiser = (route: { readonly schema?: unknown }) => Serialise;

/**
 * Makes a schema's serialiser when its first answer needs it, once for all routes that share the schema, and loads the library
 * with the first of them. The start waits for neither. Schemas may name shared ones by their `$id`.
 */
export function makeCompileSerialiser(shared: readonly JsonSchema[]): CompileSerialiser {
  const known = new WeakMap<JsonSchema, Serialise>();
  const byId = Object.fromEntries(shared.map((schema) => [schema.$id, withMergedBlocks(schema)]));
  const make = (schema: JsonSchema) => {
    const build = require('fast-json-stringify') as typeof import('fast-json-stringify');
    return build(withMergedBlocks(schema) as Schema, { schema: byId }) as Serialise;
  };
  return (route) => {
    const schema = route.schema as JsonSchema;
    let serialise: Serialise | undefined;
    return (value) => {
      if (!serialise) {
        serialise = known.get(schema) ?? make(schema);
        known.set(schema, serialise);
      }
      return serialise(value);
    };
  };
}
