import { createRequire } from 'node:module';
import type { Schema } from 'fast-json-stringify';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { withMergedBlocks } from './merged-blocks.ts';

const require = createRequire(import.meta.url);

type Serialise = (value: unknown) => string;

/** Returns the serialiser of a schema. */
export type CompileSerialiser = (route: { readonly schema?: unknown }) => Serialise;

/** By schema and the shared schemas that it names: many routes have the same, and so has another server in this process. */
const compiled = new Map<string, Serialise>();

/**
 * Makes a schema's serialiser when its first answer needs it, once for all equal schemas, and loads the library with the first
 * of them. The start waits for neither. Schemas may name shared ones by their `$id`.
 */
export function makeCompileSerialiser(shared: readonly JsonSchema[]): CompileSerialiser {
  const byId = new Map(shared.map((schema) => [String(schema.$id), schema]));
  const known = new WeakMap<JsonSchema, Serialise>();
  return (route) => {
    const schema = route.schema as JsonSchema;
    let serialise: Serialise | undefined;
    return (value) => {
      if (!serialise) {
        serialise = known.get(schema) ?? compiledOnce(schema, byId);
        known.set(schema, serialise);
      }
      return serialise(value);
    };
  };
}

function compiledOnce(schema: JsonSchema, byId: ReadonlyMap<string, JsonSchema>): Serialise {
  const named = namedBy(schema, byId);
  const key = JSON.stringify([schema, ...named.values()]);
  const known = compiled.get(key) ?? compile(schema, named);
  compiled.set(key, known);
  return known;
}

function compile(schema: JsonSchema, named: ReadonlyMap<string, JsonSchema>): Serialise {
  const build = require('fast-json-stringify') as typeof import('fast-json-stringify');
  const external = [...named].map(([id, one]) => [id, withMergedBlocks(one)]);
  return build(withMergedBlocks(schema) as Schema, { schema: Object.fromEntries(external) });
}

/** The shared schemas that a schema names, and those that they name. The library checks and copies each that it is given. */
function namedBy(
  schema: JsonSchema,
  byId: ReadonlyMap<string, JsonSchema>,
  found = new Map<string, JsonSchema>(),
): Map<string, JsonSchema> {
  for (const [, id = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)#"/g)) {
    const named = byId.get(id);
    if (!named || found.has(id)) continue;
    found.set(id, named);
    namedBy(named, byId, found);
  }
  return found;
}
