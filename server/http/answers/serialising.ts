import type { JsonSchema } from '../../../contract/json-schema.ts';
import { compileSchema, type Serialise } from './compile-schema.ts';
import { partedSerialiser } from './parted-serialiser.ts';
import { leadingOf, namesRecords, type RecordSchemas, withRecordsInside } from './record-references.ts';

/** Returns the serialiser of a schema, or throws if answers of this form can't be written. */
export type CompileSerialiser = (route: { readonly schema?: unknown }) => Serialise;

/**
 * Makes serialisers, each once for all equal schemas. Schemas may name the records of collections by the `$id` of their schema,
 * and collections may refer to each other in circles: records that are expanded once are written by the same compiled function as the
 * records that they belong to, deeper ones by the serialisers of their own collections.
 */
export function makeCompileSerialiser(shared: readonly JsonSchema[]): CompileSerialiser {
  const byName = new Map(shared.map((schema) => [String(schema.$id), schema]));
  const known = new WeakMap<JsonSchema, Serialise>();
  const recordSchema: RecordSchemas = (name) => {
    const schema = byName.get(name);
    if (!schema) throw new Error(`an answer names records of '${name}', which has no schema`);
    return schema;
  };
  const serialiserOf = (schema: JsonSchema): Serialise => {
    const serialise = known.get(schema) ?? make(schema);
    known.set(schema, serialise);
    return serialise;
  };
  const make = (schema: JsonSchema): Serialise => {
    if (!namesRecords(schema)) return compileSchema(schema);
    const once = compileSchema(withRecordsInside(schema, recordSchema));
    const isDeeper = makeIsDeeper(schema, recordSchema);
    let parted: Serialise | undefined;
    return (value) => {
      if (!isDeeper(value)) return once(value);
      parted ??= partedSerialiser(schema, (name) => serialiserOf(recordSchema(name)));
      return parted(value);
    };
  };
  return ({ schema }) => serialiserOf(schema as JsonSchema);
}

/** Tells whether records that a value leads to lead to records themselves. */
function makeIsDeeper(schema: JsonSchema, records: RecordSchemas): (value: unknown) => boolean {
  const leading = leadingOf(schema);
  if (leading.kind === 'none') return () => false;
  if (leading.kind === 'list') {
    const isDeeper = makeIsDeeper(leading.items, records);
    return (values) => Array.isArray(values) && values.some(isDeeper);
  }
  if (leading.kind === 'record') {
    const inner = leadingOf(records(leading.name));
    const names = inner.kind === 'object' ? namesWithRecords(inner.properties) : [];
    return (value) => names.some((name) => propertyOf(value, name) !== undefined);
  }
  const inner = namesWithRecords(leading.properties).map(
    (name) => [name, makeIsDeeper(leading.properties[name] as JsonSchema, records)] as const,
  );
  return (value) => inner.some(([name, isDeeper]) => isDeeper(propertyOf(value, name)));
}

function namesWithRecords(properties: Readonly<Record<string, JsonSchema>>): string[] {
  return Object.entries(properties).flatMap(([name, one]) => (namesRecords(one) ? name : []));
}

function propertyOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}
