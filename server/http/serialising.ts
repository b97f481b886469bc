import build from 'fast-json-stringify';
import type { JsonSchema } from '../../contract/json-schema.ts';

type Serialise = (value: unknown) => string;

/** Answers the serialiser of a schema. */
export type CompileSerialiser = (route: { readonly schema: JsonSchema }) => Serialise;

/**
 * Makes a schema's serialiser when the first answer needs it, once for all routes that share the schema; so no start waits
 * for it. Schemas may name shared ones by their `$id`.
 */
export function makeCompileSerialiser(shared: readonly JsonSchema[]): CompileSerialiser {
  const known = new WeakMap<JsonSchema, Serialise>();
  const byId = Object.fromEntries(shared.map((schema) => [schema.$id, schema]));
  return ({ schema }) =>
    (value) => {
      const serialise = known.get(schema) ?? (build(schema as never, { schema: byId }) as Serialise);
      known.set(schema, serialise);
      return serialise(value);
    };
}
