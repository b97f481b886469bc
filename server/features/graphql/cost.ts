import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_LIST_SIZE } from '../../../contract/limits.ts';
import { asksOf } from './asks.ts';
import { MOST_AT_TOP, MOST_DEPTH, MOST_FIELDS, tooMuch } from './bounds.ts';
import type { Library } from './library.ts';

/** What a request of the API costs, and the description of the whole schema, in values. */
const REQUEST_COST = 10;
const SCHEMA_COST = 2000;

/** A valid operation, and what its size depends on. */
interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Throws if an operation asks too much. Answers what it costs: about the number of values that it may be answered with. */
export function requireBounded(lib: Library, asked: Asked, mostCost: number): number {
  const { schema, operation } = asked;
  const measure = new Measure(lib, asked, mostCost);
  const root = schema.getRootType(operation.operation) ?? undefined;
  measure.add(operation.selectionSet, root, { depth: 1, times: 1 });
  return measure.cost;
}

/** Where a selection stands: its level, and for how many records it is answered. */
interface SelectionPosition {
  readonly depth: number;
  readonly times: number;
}

/** Adds up what is selected, and stops as soon as it is too much: fragments may make much of little. */
class Measure {
  cost = 0;
  #fields = 0;
  #atTop = 0;
  readonly #lib: Library;
  readonly #asked: Asked;
  readonly #mostCost: number;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(lib: Library, asked: Asked, mostCost: number) {
    this.#lib = lib;
    this.#asked = asked;
    this.#mostCost = mostCost;
    const fragments = asked.document.definitions.filter((one) => one.kind === lib.Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((one) => [one.name.value, one]));
  }

  add(
    selected: SelectionSetNode | undefined,
    type: GraphQLObjectType | undefined,
    at: SelectionPosition,
  ): void {
    const { Kind } = this.#lib;
    for (const one of selected?.selections ?? []) {
      this.#fields += 1;
      if (this.#fields > MOST_FIELDS) throw tooMuch('graphqlTooManyFields', MOST_FIELDS);
      if (one.kind === Kind.FIELD) this.#addField(one, type, at);
      else if (one.kind === Kind.INLINE_FRAGMENT) this.add(one.selectionSet, type, at);
      else this.add(this.#fragments.get(one.name.value)?.selectionSet, type, at);
    }
  }

  #addField(node: FieldNode, type: GraphQLObjectType | undefined, { depth, times }: SelectionPosition): void {
    const name = node.name.value;
    if (depth > MOST_DEPTH) throw tooMuch('graphqlTooDeep', MOST_DEPTH);
    if (depth === 1) this.#atTop += 1;
    if (this.#atTop > MOST_AT_TOP) throw tooMuch('graphqlTooManyAtTop', MOST_AT_TOP);
    const own = depth === 1 ? REQUEST_COST : 1;
    this.cost += name === '__schema' ? SCHEMA_COST : own * times;
    if (this.cost > this.#mostCost) throw tooMuch('graphqlTooCostly', this.#mostCost);
    const field = type?.getFields()[name];
    const there = field && this.#lib.getNamedType(field.type);
    this.add(node.selectionSet, this.#lib.isObjectType(there) ? there : undefined, {
      depth: depth + 1,
      times: times * (field ? this.#timesOf(field, node.arguments ?? []) : 1),
    });
  }

  /** For how many records a field's selection is answered each time. */
  #timesOf(field: GraphQLField<unknown, unknown>, given: readonly ArgumentNode[]): number {
    if (!field.args.some(({ name }) => name === 'first')) return asksOf(field).times ?? 1;
    const sizes = given.filter(({ name }) => name.value === 'first' || name.value === 'last');
    // One of them may be null, and mean nothing: the other one counts.
    const [size = DEFAULT_PAGE_SIZE, other = size] = sizes.flatMap(({ value }) => this.#sizeIn(value) ?? []);
    return Math.max(size, other);
  }

  /** The size of a page, by a number or a variable; undefined where it has none. */
  #sizeIn(value: ValueNode | undefined): number | undefined {
    const { Kind } = this.#lib;
    if (value?.kind === Kind.INT) return within(Number(value.value));
    if (value?.kind !== Kind.VARIABLE) return undefined;
    const { variables, operation } = this.#asked;
    const name = value.name.value;
    if (Object.hasOwn(variables, name))
      return variables[name] === null ? undefined : within(Number(variables[name]));
    const declared = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return this.#sizeIn(declared?.defaultValue);
  }
}

/** The API refuses sizes beyond these, and what is no number. */
function within(size: number): number {
  return Number.isFinite(size) ? Math.min(Math.max(size, 1), MAX_LIST_SIZE) : DEFAULT_PAGE_SIZE;
}
