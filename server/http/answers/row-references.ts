import type { JsonSchema } from '../../../contract/json-schema.ts';

/** The schema of a collection's rows by the name that other schemas give it. */
export type RowSchemas = (name: string) => JsonSchema;

/** The keywords under which a schema may lead to rows of other collections. */
interface Keywords {
  readonly $ref?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/**
 * A schema, by how it leads to rows of other collections: it is such a row, a list of them, an object with them below some of
 * its properties, or leads to none.
 */
export type Leading =
  | { readonly kind: 'none' }
  | { readonly kind: 'row'; readonly name: string }
  | { readonly kind: 'list'; readonly items: JsonSchema }
  | { readonly kind: 'object'; readonly properties: Readonly<Record<string, JsonSchema>> };

/** Throws if the schema names rows in a place that answers have no use for, such as between alternatives. */
export function leadingOf(schema: JsonSchema): Leading {
  if (!namesRows(schema)) return { kind: 'none' };
  const { $ref, items, properties } = schema as Keywords;
  if ($ref !== undefined) return { kind: 'row', name: $ref.replace(/#$/, '') };
  if (items) return { kind: 'list', items };
  if (!properties || namesRows({ ...schema, properties: {} }))
    throw new Error(`rows are named outside properties and items: ${JSON.stringify(schema)}`);
  return { kind: 'object', properties };
}

const naming = new WeakMap<JsonSchema, boolean>();

/** Whether a schema names rows of other collections at any depth. */
export function namesRows(schema: JsonSchema): boolean {
  const known = naming.get(schema) ?? JSON.stringify(schema).includes('"$ref":');
  naming.set(schema, known);
  return known;
}

/** The schema with the rows that it names written out, each without the rows that it names in turn. */
export function withRowsInside(schema: JsonSchema, rows: RowSchemas): JsonSchema {
  const leading = leadingOf(schema);
  if (leading.kind === 'none') return schema;
  if (leading.kind === 'list') return { ...schema, items: withRowsInside(leading.items, rows) };
  if (leading.kind === 'row') {
    const { $ref, ...others } = schema as Keywords;
    return { ...withoutRows(rows(leading.name)), ...others };
  }
  const inside = Object.entries(leading.properties).map(([name, one]) => [name, withRowsInside(one, rows)]);
  return { ...schema, properties: Object.fromEntries(inside) };
}

function withoutRows({ $id, ...schema }: JsonSchema): JsonSchema {
  const properties = Object.entries((schema as Keywords).properties ?? {});
  return { ...schema, properties: Object.fromEntries(properties.filter(([, one]) => !namesRows(one))) };
}
