import type {
  GraphQLFieldConfigMap,
  GraphQLNullableOutputType,
  GraphQLObjectType,
  GraphQLOutputType,
} from 'graphql';
import type { JsonSchema, Properties } from '../../../contract/json-schema.ts';
import type { Raw } from '../../database/engine.ts';
import { render, type Text } from '../../messages/message.ts';
import { asking } from './asks.ts';
import type { Context, SchemaParts } from './parts.ts';

/** Lists whose length nobody says hold about this many items, as far as costs are concerned. */
const USUAL_ITEMS = 10;

/** What a route answers, as a type of the schema, and how its answer is made one. */
export interface Answered {
  readonly type: GraphQLOutputType;
  /** A list of one page, which has arguments for its size and its place. */
  readonly isPage: boolean;
  readonly times: number;
  read(body: Raw): unknown;
}

type OfObject = GraphQLObjectType<Raw, Context>;

/** Makes types of the schemas of answers. One name is one type, however many routes answer it. */
export class AnswerTypes {
  readonly #known = new Map<string, OfObject>();
  readonly #parts: SchemaParts;

  constructor(parts: SchemaParts) {
    this.#parts = parts;
  }

  /** What a route reads: a page, a list, or one thing. */
  ofReading(schema: JsonSchema, name: string): Answered {
    const { GraphQLList, GraphQLNonNull } = this.#parts.lib;
    const properties = propertiesOf(schema);
    const { items, next } = properties;
    const isList = items !== undefined && Object.keys(properties).length === 1;
    if (items === undefined || !(isList || next))
      return {
        ...{ type: this.object(name, properties), isPage: false, times: 1 },
        read: (body) => exactOf(schema, body),
      };
    const nodes = new GraphQLList(new GraphQLNonNull(this.object(name, propertiesOf(itemOf(items)))));
    const itemsIn = (body: Raw) => exactOf(items, body.items);
    if (isList) return { type: nodes, isPage: false, times: USUAL_ITEMS, read: itemsIn };
    return {
      ...{ type: this.page(name, nodes), isPage: true, times: 1 },
      read: (body) => ({ nodes: itemsIn(body), endCursor: body.next }),
    };
  }

  /** A page whose end is where the next one begins. */
  page(name: string, nodes: GraphQLOutputType): OfObject {
    const { GraphQLString } = this.#parts.lib;
    return this.#once(`${name}Page`, () => ({
      nodes: { type: nodes },
      endCursor: { type: GraphQLString },
    }));
  }

  /** An object with these properties. Objects in lists have types named after it and their property. */
  object(name: string, properties: Properties): OfObject {
    return this.#once(name, () => this.fields(name, properties));
  }

  fields(name: string, properties: Properties): GraphQLFieldConfigMap<Raw, Context> {
    const { language } = this.#parts;
    const fields = Object.entries(properties).map(([property, schema]) => {
      const about = schema.about as Text | undefined; // `about` is nothing else
      return [
        property,
        {
          type: this.#value(`${name}_${property}`, property, schema),
          ...(about !== undefined && { description: render(about, language) }),
          ...(schema.type === 'array' && asking({ times: USUAL_ITEMS })),
        },
      ];
    });
    return Object.fromEntries(fields);
  }

  #value(name: string, property: string, schema: JsonSchema): GraphQLNullableOutputType {
    const { lib, scalars } = this.#parts;
    if (isLong(schema)) return lib.GraphQLID;
    switch (schema.type) {
      case 'string':
        return lib.GraphQLString;
      case 'boolean':
        return lib.GraphQLBoolean;
      case 'integer':
        if (isTime(property)) return scalars.Timestamp;
        return property === 'size' ? scalars.BigInt : lib.GraphQLInt; // files are larger than 32 bits count
      case 'array':
        return new lib.GraphQLList(new lib.GraphQLNonNull(this.#value(name, property, itemOf(schema))));
      case 'object':
        return isMap(schema) ? scalars.JSON : this.object(name, propertiesOf(schema));
      default:
        return scalars.JSON;
    }
  }

  #once(name: string, fields: () => GraphQLFieldConfigMap<Raw, Context>): OfObject {
    const known = this.#known.get(name);
    if (known) return known;
    const made = new this.#parts.lib.GraphQLObjectType<Raw, Context>({ name, fields });
    this.#known.set(name, made);
    return made;
  }
}

/** An answer with its 64-bit integers as texts, at any depth: most clients would round them. */
export function exactOf(schema: JsonSchema, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (isLong(schema)) return String(value);
  if (Array.isArray(value)) return value.map((one) => exactOf(itemOf(schema), one));
  if (typeof value !== 'object') return value;
  const alternatives = (schema.anyOf ?? []) as readonly JsonSchema[]; // as the server's own schemas say it
  const asObject = alternatives.find(({ type }) => type === 'object');
  if (asObject) return exactOf(asObject, value);
  const properties = propertiesOf(schema);
  const others = (schema.additionalProperties ?? {}) as JsonSchema;
  return schema.type === 'object'
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, exactOf(properties[name] ?? others, one)]),
      )
    : value;
}

export function propertiesOf(schema: JsonSchema | undefined): Properties {
  return (schema?.properties ?? {}) as Properties;
}

function itemOf({ items = {} }: JsonSchema): JsonSchema {
  return items as JsonSchema;
}

/** Whether values need all of 64 bits. */
export function isLong({ format, isId }: JsonSchema): boolean {
  return format === 'int64' || isId === true;
}

/** Milliseconds since 1970 are told by their name. */
export function isTime(property: string): boolean {
  return /^(time|since|until)$|_time$/.test(property);
}

/** Whether the names of an object's properties are values themselves, such as those of fields or languages. */
function isMap(schema: JsonSchema): boolean {
  return Object.values(propertiesOf(schema)).every(({ type }) => type === 'object');
}
