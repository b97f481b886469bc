import type {
  DocumentNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  ValueNode,
} from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_LIST_SIZE } from '../../../contract/limits.ts';
import { badParameters } from '../../errors.ts';
import { asksOf } from './asks.ts';
import type { Library } from './library.ts';
import { message } from './messages/message.ts';

/** A document: its characters and tokens, and the fields that are written in it. */
export const MOST_CHARACTERS = 64_000;
export const MOST_TOKENS = 4000;
export const MOST_WRITTEN = 500;
/** An operation, its fragments taken in: its fields, how deep they lie, and how many stand at its top, each a request. */
export const MOST_FIELDS = 1000;
export const MOST_DEPTH = 16;
export const MOST_AT_TOP = 20;

/** What a request of the API costs, and the description of the whole schema, in values. */
const REQUEST_COST = 10;
const SCHEMA_COST = 2000;

/** Reads a document. Throws for one that is too long, before more of it is read, and for one that is none. */
export function parseDocument(lib: Library, text: string): DocumentNode {
  if (text.length > MOST_CHARACTERS) throw tooMuch('graphqlTooLong', MOST_CHARACTERS);
  const document = lib.parse(text, { maxLexicalTokens: MOST_TOKENS, noLocation: false });
  let written = 0;
  lib.visit(document, {
    Field() {
      written += 1;
      if (written > MOST_WRITTEN) throw tooMuch('graphqlTooManyWritten', MOST_WRITTEN);
    },
  });
  return document;
}

interface Bounded {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Throws if a valid operation asks too much. Answers what it costs: about the number of values that it may be answered with. */
export function requireBounded(
  lib: Library,
  { schema, document, operation, variables }: Bounded,
  mostCost: number,
): number {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === lib.Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
    ),
  );
  const counts = { fields: 0, atTop: 0, cost: 0 };
  const spend = (count: keyof typeof counts, amount: number, most: number) => {
    counts[count] += amount;
    if (counts[count] > most) throw tooMuch(TOO_MUCH[count], most);
  };
  const walk = (
    selections: readonly SelectionNode[],
    type: GraphQLObjectType | undefined,
    at: { depth: number; times: number },
  ): void => {
    for (const one of selections) {
      spend('fields', 1, MOST_FIELDS);
      if (one.kind !== lib.Kind.FIELD) {
        const inside = one.kind === lib.Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
        walk(inside?.selectionSet.selections ?? [], type, at);
        continue;
      }
      const depth = at.depth + 1;
      if (depth > MOST_DEPTH) throw tooMuch('graphqlTooDeep', MOST_DEPTH);
      if (depth === 1) spend('atTop', 1, MOST_AT_TOP);
      const field = type?.getFields()[one.name.value];
      spend('cost', at.times * costOf(one.name.value, depth), mostCost);
      const times = at.times * (field ? timesOf(field, one.arguments ?? []) : 1);
      const there = field && lib.getNamedType(field.type);
      walk(one.selectionSet?.selections ?? [], lib.isObjectType(there) ? there : undefined, { depth, times });
    }
  };
  type Field = NonNullable<ReturnType<GraphQLObjectType['getFields']>[string]>;
  const timesOf = (
    field: Field,
    given: NonNullable<Extract<SelectionNode, { kind: 'Field' }>['arguments']>,
  ): number => {
    if (!field.args.some(({ name }) => name === 'first')) return asksOf(field).times ?? 1;
    const sizes = given.filter(({ name }) => name.value === 'first' || name.value === 'last');
    return Math.max(
      ...sizes.map(({ value }) => sizeIn(lib, operation, value, variables)),
      sizes.length > 0 ? 1 : DEFAULT_PAGE_SIZE,
    );
  };
  walk(operation.selectionSet.selections, schema.getRootType(operation.operation) ?? undefined, {
    depth: 0,
    times: 1,
  });
  return counts.cost;
}

const TOO_MUCH = {
  fields: 'graphqlTooManyFields',
  atTop: 'graphqlTooManyAtTop',
  cost: 'graphqlTooCostly',
} as const;

function tooMuch(
  key:
    | (typeof TOO_MUCH)[keyof typeof TOO_MUCH]
    | 'graphqlTooLong'
    | 'graphqlTooManyWritten'
    | 'graphqlTooDeep',
  max: number,
) {
  return badParameters({ query: message(key, { max }) });
}

function costOf(name: string, depth: number): number {
  if (name === '__schema') return SCHEMA_COST;
  return depth === 1 ? REQUEST_COST : 1;
}

/** How many records a page has at most, by a number or a variable. */
function sizeIn(
  { Kind }: Library,
  operation: OperationDefinitionNode,
  value: ValueNode,
  variables: Bounded['variables'],
): number {
  if (value.kind === Kind.INT) return within(Number(value.value));
  if (value.kind !== Kind.VARIABLE) return DEFAULT_PAGE_SIZE;
  const given = variables[value.name.value];
  if (given !== undefined) return within(Number(given));
  const declared = operation.variableDefinitions?.find(
    ({ variable }) => variable.name.value === value.name.value,
  );
  return declared?.defaultValue?.kind === Kind.INT
    ? within(Number(declared.defaultValue.value))
    : DEFAULT_PAGE_SIZE;
}

/** The API refuses sizes beyond these. */
function within(size: number): number {
  return Number.isFinite(size) ? Math.min(Math.max(size, 1), MAX_LIST_SIZE) : DEFAULT_PAGE_SIZE;
}
