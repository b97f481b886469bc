/** A JSON Schema (draft 7, as the checker and the serialiser read it). */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly [keyword: string]: unknown;
}

type Keywords = Readonly<Record<string, unknown>>;

/** Schemas that an object need not have; the mark is no part of the schema that others see. */
const optional = new WeakSet<JsonSchema>();

/** Writes JSON Schemas shortly: `Type.Object({ title: Type.String({ maxLength: 50 }), author: Type.Optional(Type.String()) })`. */
export const Type = {
  String: (keywords: Keywords = {}): JsonSchema => ({ type: 'string', ...keywords }),
  Integer: (keywords: Keywords = {}): JsonSchema => ({ type: 'integer', ...keywords }),
  Boolean: (keywords: Keywords = {}): JsonSchema => ({ type: 'boolean', ...keywords }),
  Array: (items: JsonSchema, keywords: Keywords = {}): JsonSchema => ({ type: 'array', items, ...keywords }),
  /** Every property is required unless it is Optional. */
  Object: (properties: Readonly<Record<string, JsonSchema>>, keywords: Keywords = {}): JsonSchema => {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords };
  },
  /** An object whose keys are data; each value is as said. */
  Map: (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values }),
  /** The same value, or null. */
  Nullable: (schema: JsonSchema): JsonSchema => ({
    ...schema,
    ...(schema.enum && { enum: [...schema.enum, null] }),
    nullable: true,
  }),
  Optional(schema: JsonSchema): JsonSchema {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
};
