import type { ConstObjectFieldNode, ConstValueNode, GraphQLScalarType } from 'graphql';
import { ExactNumber } from '../../shared/exact-json.ts';
import type { Json } from '../../shared/json.ts';
import type { Library } from './library.ts';

/**
 * The scalars beside those of GraphQL. What a client sends is handed on with all of its digits: the fields themselves check it,
 * as on every other way to a record.
 */
export type Scalars = Readonly<Record<'BigInt' | 'Decimal' | 'Timestamp' | 'JSON', GraphQLScalarType>>;

export function makeScalars(lib: Library): Scalars {
  const scalar = (name: string, description: string, coerceOutputValue: (value: unknown) => unknown) =>
    new lib.GraphQLScalarType({
      name,
      description,
      coerceOutputValue,
      coerceInputValue: (value) => value,
      coerceInputLiteral: (node) => meaningOf(lib, node),
      valueToLiteral: (value) => constantOf(lib, value as Json),
    });
  return {
    BigInt: scalar(
      'BigInt',
      'A whole number of 64 bits, as the text of its digits, for most clients round longer numbers. Taken as a number as well.',
      String,
    ),
    Decimal: scalar(
      'Decimal',
      'A decimal number with all of its digits, as a text: "19.90". Taken as a number as well.',
      String,
    ),
    Timestamp: scalar(
      'Timestamp',
      'Milliseconds since 1970. Conditions take the text "now" as well.',
      (value) => value,
    ),
    JSON: scalar('JSON', 'Any JSON value.', (value) => value),
  };
}

/** What a constant of a document means, its numbers exact. */
function meaningOf(lib: Library, node: ConstValueNode): Json {
  const { Kind } = lib;
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return exact(node.value);
    case Kind.STRING:
    case Kind.ENUM:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.LIST:
      return node.values.map((one) => meaningOf(lib, one));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, meaningOf(lib, value)]));
    default:
      return null;
  }
}

/** A value as a constant, for variables that stand inside one. */
function constantOf(lib: Library, value: Json): ConstValueNode {
  const { Kind } = lib;
  if (value === null) return { kind: Kind.NULL };
  if (typeof value === 'string') return { kind: Kind.STRING, value };
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number' || value instanceof ExactNumber)
    return { kind: Kind.FLOAT, value: String(value) };
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map((one) => constantOf(lib, one)) };
  const fields = Object.entries(value).map(
    ([name, inner]): ConstObjectFieldNode => ({
      kind: Kind.OBJECT_FIELD,
      name: { kind: Kind.NAME, value: name },
      value: constantOf(lib, inner),
    }),
  );
  return { kind: Kind.OBJECT, fields };
}

/** The number that these digits mean, or its digits where a double would round them. */
function exact(digits: string): number | ExactNumber {
  const number = Number(digits);
  return String(number) === digits ? number : new ExactNumber(digits);
}
