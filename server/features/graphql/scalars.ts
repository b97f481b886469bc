import type { GraphQLScalarType, ValueNode } from 'graphql';
import { ExactNumber, type Json } from '../../shared/json.ts';
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
      coerceInputLiteral: (node) => literalOf(lib, node as ValueNode),
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

/** A constant of a document, its numbers exact. */
function literalOf({ Kind }: Library, node: ValueNode): Json {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return exact(node.value);
    case Kind.STRING:
    case Kind.ENUM:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.LIST:
      return node.values.map((one) => literalOf({ Kind } as Library, one));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, literalOf({ Kind } as Library, value)]),
      );
    default:
      return null;
  }
}

/** The number that these digits mean, or its digits where a double would round them. */
function exact(digits: string): number | ExactNumber {
  const number = Number(digits);
  return String(number) === digits ? number : new ExactNumber(digits);
}
