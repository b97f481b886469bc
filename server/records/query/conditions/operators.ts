import { bigint, type Field } from '../../../definitions/for-server.ts';
import { message, type Text } from '../../../messages/message.ts';
import type { Comparison } from './condition.ts';

export const signs: Readonly<Record<string, Comparison>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** Every operator that a filter may put after a field, beside those of trees. */
export const OPERATORS = [
  ...Object.keys(signs),
  'in',
  'nin',
  'contains',
  'ncontains',
  'starts',
  'ends',
  'near',
  'within',
  'null',
] as const;

/** The operators on the parent field of a tree: the records below or above one. */
export const TREE_OPERATORS: readonly string[] = ['below', 'above'];

/** What negative operators negate. A record meets them where it does not meet these, also if it holds no value. */
export const NEGATED: Readonly<Record<string, string>> = { nin: 'in', ncontains: 'contains' };

export const ORDERING: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte']);
const UNCOMPARABLE: ReadonlySet<string> = new Set(['json', 'ids']);
const SEARCHING: ReadonlySet<string> = new Set(['contains', 'ncontains', 'starts', 'ends']);
const OF_PLACES: ReadonlySet<string> = new Set(['near', 'within']);
/** Those that compare with each value of a list. */
export const OF_LISTS: ReadonlySet<string> = new Set(['in', 'nin']);
const anyId = bigint();

/** Whether this is a comparison, and not a field of the referenced collection. */
export function isOperator(word: string, value: unknown): value is string | readonly string[] {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return OPERATORS.includes(word) && (typeof value === 'string' || (OF_LISTS.has(word) && isList));
}

/** The operators that a filter may put after a field. A field of many references is compared by each of its ids. */
export function operatorsOf(field: Field): string[] {
  const compared = field.column.type === 'ids' ? anyId : field;
  const words = OPERATORS.filter((word) => !problemOfOperator(compared, word));
  return field.tree ? [...words, ...TREE_OPERATORS] : words;
}

/** Whether an operator compares places in a tree. */
export function isTreeOperator({ tree }: Field, word: string): word is 'below' | 'above' {
  return tree === true && TREE_OPERATORS.includes(word);
}

/** Why an operator cannot follow a field. */
export function problemOfOperator(field: Field, word: string): Text | undefined {
  const { type } = field.column;
  if (word !== 'null' && UNCOMPARABLE.has(type)) return message('onlyNull');
  if (SEARCHING.has(word) && !isText(field)) return message('onlyText');
  if ((type === 'point' && ORDERING.has(word)) || (type !== 'point' && OF_PLACES.has(word)))
    return message(type === 'point' ? 'notOrdered' : 'onlyPoints');
  return type === 'boolean' && ORDERING.has(word) ? message('notOrdered') : undefined;
}

function isText({ column }: Field): boolean {
  return column.type === 'string' || column.type === 'text';
}
