/** Holds the type that a schema describes; for the compiler alone, no schema has such a property at run time. */
declare const DESCRIBES: unique symbol;
/** Marks, for the compiler alone, what Type.Optional made. */
declare const OPTIONAL: unique symbol;

/** A JSON Schema (draft 7, as the checker and the serialiser read it) of values of type `T`. */
export interface JsonSchema<out T = unknown> {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly [keyword: string]: unknown;
  readonly [DESCRIBES]?: T;
}

/** The schema of a property that an object may lack. */
interface OptionalSchema<out T = unknown> extends JsonSchema<T> {
  readonly [OPTIONAL]: true;
}

/** The type of the values that a schema describes: `TypeOf<typeof body>`. */
export type TypeOf<S> = S extends JsonSchema<infer T> ? T : never;

/** The formats that the checker knows. It ignores all others, so the compiler refuses them. */
export const CHECKED_FORMATS = ['int64', 'decimal'] as const;

/** What the server's own schemas say in addition. A start refuses it in those of a project. */
interface OwnKeywords {
  readonly about?: unknown;
  readonly checkedByFields?: true;
  /** A filter of one field, by its operators; of one that refers to records, also by their fields. For the description alone. */
  readonly compares?: 'value' | 'reference';
  readonly contentMediaType?: string;
  readonly emptyIsNone?: true;
  readonly ignoresUnknown?: true;
  readonly mayBeMissing?: true;
  /** Other names of properties, as older clients send them. */
  readonly olderNames?: Readonly<Record<string, string>>;
  /** What a property is called on the bases of older clients, and words among its values there. */
  readonly olderName?: string;
  readonly olderValues?: Readonly<Record<string, string>>;
}

interface Keywords extends OwnKeywords {
  readonly format?: (typeof CHECKED_FORMATS)[number];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly additionalProperties?: boolean | JsonSchema;
}

/** Keywords and no others. A generic parameter would take any, and the compiler could not name the one that was meant. */
type Known<K> = [Exclude<keyof K, keyof Keywords>] extends [never] ? K : Keywords;

/** The schemas of an object's properties by name. */
export type Properties = Readonly<Record<string, JsonSchema>>;

/** The object type that these properties describe. A property that may be absent from `P` is optional as well. */
export type ObjectOf<P> = {
  readonly [N in keyof P as P[N] extends OptionalSchema | undefined ? never : N]: TypeOf<P[N]>;
} & {
  readonly [N in keyof P as P[N] extends OptionalSchema | undefined ? N : never]?: TypeOf<P[N]>;
};

/** The schemas of optional properties that together describe `T`; which of them there are depends on the collection. */
export type SchemasOf<T> = { readonly [N in keyof T]?: OptionalSchema<NonNullable<T[N]>> };

/** One of the listed words, where a text's keywords list them. */
type TextOf<K> = K extends { readonly enum: readonly (infer Word)[] } ? Word : string;

/** Properties that are optional; the mark is not part of the schema itself. */
const optional = new WeakSet<JsonSchema>();

/** Writes JSON Schemas shortly: `Type.Object({ title: Type.String({ maxLength: 50 }), author: Type.Optional(Type.String()) })`. */
export const Type = {
  String: <const K extends Keywords>(keywords?: Known<K>): JsonSchema<TextOf<K>> => ({
    type: 'string',
    ...keywords,
  }),
  Integer: (keywords: Keywords = {}): JsonSchema<number> => ({ type: 'integer', ...keywords }),
  Number: (keywords: Keywords = {}): JsonSchema<number> => ({ type: 'number', ...keywords }),
  /** A record's id, exact: a positive 64-bit integer. */
  Id: (keywords: Keywords = {}): JsonSchema<bigint> => ({
    type: 'integer',
    format: 'int64',
    isId: true,
    ...keywords,
  }),
  Boolean: (keywords: Keywords = {}): JsonSchema<boolean> => ({ type: 'boolean', ...keywords }),
  Array: <T>(items: JsonSchema<T>, keywords: Keywords = {}): JsonSchema<readonly T[]> => ({
    type: 'array',
    items,
    ...keywords,
  }),
  /** Every property is required unless it is Optional. */
  Object: <P extends Properties>(properties: P, keywords: Keywords = {}): JsonSchema<ObjectOf<P>> => {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords };
  },
  /** An object with any keys and values of one schema. */
  Map: <T>(values: JsonSchema<T>): JsonSchema<Readonly<Record<string, T>>> => ({
    type: 'object',
    additionalProperties: values,
  }),
  /** The same value, or null. */
  Nullable: <T>(schema: JsonSchema<T>): JsonSchema<T | null> => ({
    ...schema,
    ...(schema.enum && { enum: [...new Set([...schema.enum, null])] }),
    nullable: true,
  }),
  Optional: <T>(schema: JsonSchema<T>): OptionalSchema<T> => {
    const copy = { ...schema };
    optional.add(copy);
    return copy as OptionalSchema<T>;
  },
};
