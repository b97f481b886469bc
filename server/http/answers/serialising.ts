import type { JsonSchema } from '../../../contract/json-schema.ts';
import { compileSchema, type Serialise } from './compile-schema.ts';
import { partedSerialiser } from './parted-serialiser.ts';
import { leadingOf, namesRows, type RowSchemas, withRowsInside } from './row-references.ts';

/** Returns the serialiser of a schema, or throws if answers of this form can't be written. */
export type CompileSerialiser = (route: { readonly schema?: unknown }) => Serialise;

/**
 * Makes serialisers, each once for all equal schemas. Schemas may name the rows of collections by the `$id` of their schema,
 * and collections may refer to each other in circles: rows that are expanded once are written by the same compiled function as the
 * rows that they belong to, deeper ones by the serialisers of their own collections.
 */
export function makeCompileSerialiser(shared: readonly JsonSchema[]): CompileSerialiser {
  const byName = new Map(shared.map((schema) => [String(schema.$id), schema]));
  const known = new WeakMap<JsonSchema, Serialise>();
  const rowSchema: RowSchemas = (name) => {
    const schema = byName.get(name);
    if (!schema) throw new Error(`an answer names rows of '${name}', which has no schema`);
    return schema;
  };
  const serialiserOf = (schema: JsonSchema): Serialise => {
    const serialise = known.get(schema) ?? make(schema);
    known.set(schema, serialise);
    return serialise;
  };
  const make = (schema: JsonSchema): Serialise => {
    if (!namesRows(schema)) return compileSchema(schema);
    const once = compileSchema(withRowsInside(schema, rowSchema));
    const isDeeper = makeIsDeeper(schema, rowSchema);
    let parted: Serialise | undefined;
    return (value) => {
      if (!isDeeper(value)) return once(value);
      parted ??= partedSerialiser(schema, (name) => serialiserOf(rowSchema(name)));
      return parted(value);
    };
  };
  return ({ schema }) => serialiserOf(schema as JsonSchema);
}

/** Tells whether rows that a value leads to lead to rows themselves. */
function makeIsDeeper(schema: JsonSchema, rows: RowSchemas): (value: unknown) => boolean {
  const leading = leadingOf(schema);
  if (leading.kind === 'none') return () => false;
  if (leading.kind === 'list') {
    const isDeeper = makeIsDeeper(leading.items, rows);
    return (values) => Array.isArray(values) && values.some(isDeeper);
  }
  if (leading.kind === 'row') {
    const inner = leadingOf(rows(leading.name));
    const names = inner.kind === 'object' ? namesWithRows(inner.properties) : [];
    return (value) => names.some((name) => propertyOf(value, name) !== undefined);
  }
  const inner = namesWithRows(leading.properties).map(
    (name) => [name, makeIsDeeper(leading.properties[name] as JsonSchema, rows)] as const,
  );
  return (value) => inner.some(([name, isDeeper]) => isDeeper(propertyOf(value, name)));
}

function namesWithRows(properties: Readonly<Record<string, JsonSchema>>): string[] {
  return Object.entries(properties).flatMap(([name, one]) => (namesRows(one) ? name : []));
}

function propertyOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}
