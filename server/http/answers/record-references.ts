import type { JsonSchema } from '../../../contract/json-schema.ts';

/** The schema of a collection's records by the name that other schemas give it. */
export type RecordSchemas = (name: string) => JsonSchema;

/** The keywords under which a schema may lead to records of other collections. */
interface Keywords {
  readonly $ref?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/**
 * A schema, by how it leads to records of other collections: it is such a record, a list of them, an object with them below some of
 * its properties, or leads to none.
 */
export type Leading =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly name: string }
  | { readonly kind: 'list'; readonly items: JsonSchema }
  | { readonly kind: 'object'; readonly properties: Readonly<Record<string, JsonSchema>> };

/** Throws if the schema names records in a place that answers have no use for, such as between alternatives. */
export function leadingOf(schema: JsonSchema): Leading {
  if (!namesRecords(schema)) return { kind: 'none' };
  const { $ref, items, properties } = schema as Keywords;
  if ($ref !== undefined) return { kind: 'record', name: $ref.replace(/#$/, '') };
  if (items) return { kind: 'list', items };
  if (!properties || namesRecords({ ...schema, properties: {} }))
    throw new Error(`records are named outside properties and items: ${JSON.stringify(schema)}`);
  return { kind: 'object', properties };
}

const naming = new WeakMap<JsonSchema, boolean>();

/** Whether a schema names records of other collections at any depth. */
export function namesRecords(schema: JsonSchema): boolean {
  const known = naming.get(schema) ?? JSON.stringify(schema).includes('"$ref":');
  naming.set(schema, known);
  return known;
}

/** The schema with the records that it names written out, each without the records that it names in turn. */
export function withRecordsInside(schema: JsonSchema, records: RecordSchemas): JsonSchema {
  const leading = leadingOf(schema);
  if (leading.kind === 'none') return schema;
  if (leading.kind === 'list') return { ...schema, items: withRecordsInside(leading.items, records) };
  if (leading.kind === 'record') {
    const { $ref, ...others } = schema as Keywords;
    return { ...withoutRecords(records(leading.name)), ...others };
  }
  const inside = Object.entries(leading.properties).map(([name, one]) => [
    name,
    withRecordsInside(one, records),
  ]);
  return { ...schema, properties: Object.fromEntries(inside) };
}

function withoutRecords({ $id, ...schema }: JsonSchema): JsonSchema {
  const properties = Object.entries((schema as Keywords).properties ?? {});
  return { ...schema, properties: Object.fromEntries(properties.filter(([, one]) => !namesRecords(one))) };
}
