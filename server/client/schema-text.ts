import type { JsonSchema, Properties } from '../../contract/json-schema.ts';
import { member, union } from './type-text.ts';

/** The client's type for a schema; ids are texts. */
export function schemaText(schema: JsonSchema): string {
  if (Array.isArray(schema.type))
    return schema.type
      .map((type: string) => (type === 'null' ? type : schemaText({ ...schema, type })))
      .join(' | ');
  const text = plainText(schema);
  return schema.nullable && !schema.enum?.includes(null) ? `${text} | null` : text;
}

/** Where values of this schema hold ids: `offers.*.id`. The place itself is the empty text. */
export function idPlaces(schema: JsonSchema): string[] {
  if (schema.isId) return [''];
  const { items, properties, additionalProperties } = partsOf(schema);
  const below = (step: string, one: JsonSchema) =>
    idPlaces(one).map((place) => (place === '' ? step : `${step}.${place}`));
  return [
    ...Object.entries(properties).flatMap(([name, one]) => below(name, one)),
    ...[items, additionalProperties].flatMap((one) => (one ? below('*', one) : [])),
  ];
}

/** The members of an object's type. */
export function membersText(schema: JsonSchema): string {
  const { properties } = partsOf(schema);
  const required = schema.required as readonly string[] | undefined; // of JSON Schema
  const members = Object.entries(properties).map(([name, one]) =>
    member(`${nameText(name)}${required?.includes(name) ? '' : '?'}`, schemaText(one)),
  );
  return members.length > 0 ? `{ ${members.join(' ')} }` : '{}';
}

function plainText(schema: JsonSchema): string {
  const { items, properties, additionalProperties } = partsOf(schema);
  if (schema.isId) return 'Id';
  if (schema.enum) return schema.enum.map(literalText).join(' | ') || 'never';
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
      return schema.format === 'int64' ? 'number | bigint' : 'number';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return listText(items ? schemaText(items) : 'unknown');
    case 'object':
      if (Object.keys(properties).length > 0)
        return schema.additionalProperties
          ? `${membersText(schema)} & Readonly<Record<string, unknown>>`
          : membersText(schema);
      return `Readonly<Record<string, ${additionalProperties ? schemaText(additionalProperties) : 'unknown'}>>`;
    default:
      return 'unknown';
  }
}

function listText(item: string): string {
  return /^\w+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function literalText(value: unknown): string {
  return typeof value === 'string' ? union([value]) : JSON.stringify(value);
}

function nameText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : union([name]);
}

interface Parts {
  readonly items?: JsonSchema;
  readonly properties: Properties;
  readonly additionalProperties?: JsonSchema;
}

/** The schemas that a schema is made of. */
function partsOf({ items, properties, additionalProperties }: JsonSchema): Parts {
  return {
    properties: (properties ?? {}) as Properties,
    ...(isSchema(items) && { items }),
    ...(isSchema(additionalProperties) && { additionalProperties }),
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
