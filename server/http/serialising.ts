import build from 'fast-json-stringify';
import type { JsonSchema } from '../../contract/json-schema.ts';

type Serialise = (value: unknown) => string;

const known = new WeakMap<JsonSchema, Serialise>();

/** Makes a schema's serialiser when the first answer needs it, once for all routes that share the schema; so no start waits for it. */
export function compileSerialiser({ schema }: { readonly schema: JsonSchema }): Serialise {
  return (value) => {
    const serialise = known.get(schema) ?? (build(schema as never) as Serialise);
    known.set(schema, serialise);
    return serialise(value);
  };
}
