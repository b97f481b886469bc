import { Decimal, isPlainObject } from '../../../definitions/for-server.ts';
import type { Where } from '../../../definitions/types/where.ts';
import { plainNumber } from '../../../shared/text/plain-number.ts';
import { OF_LISTS, OPERATORS, TREE_OPERATORS } from './operators.ts';

/** A filter as sent: `{ title: { eq: 'x' }, or: [{ author: { name: { starts: 'y' } } }, …] }`; all values are texts. */
export type FilterTree = string | readonly FilterTree[] | { readonly [key: string]: FilterTree };

type Part = Where[string];

/** In a tree made by code, what is a value of no type: a missing one in a list, a list in place of a value, or an object. */
export const NO_VALUE = '\ud800 no value';

/** A rule's condition in the form of a client's filter: `{ status: 'live' }` becomes `{ status: { eq: 'live' } }`. */
export function toTree(where: Where): FilterTree {
  // An empty condition would hold for every record. A text is not a filter, so the reader refuses it.
  return Object.keys(where).length === 0 ? 'nothing' : mapParts(where, toPart);
}

function toPart(part: Part | undefined, name: string): FilterTree {
  if (name === 'or' && Array.isArray(part)) return part.map(toTree);
  if (name === 'and' || name === 'or')
    return Array.isArray(part) && part.length > 0 ? part.map(toTree) : 'nothing';
  if (part === null) return { null: 'true' };
  if (holdsParts(part)) return mapParts(part, toComparison);
  return part === undefined ? 'nothing' : { eq: toText(part) };
}

/**
 * Whether this is written as a part of a condition; any other object, such as a list, stands where a value does. A `Date` comes from
 * nobody's input: it counts as a part without a word, so that its author hears of it.
 */
function holdsParts(part: unknown): part is Where {
  if (part instanceof Date) return true;
  return isPlainObject(part) && Object.getPrototypeOf(Object.getPrototypeOf(part) ?? {}) === null;
}

/** After a field comes an operator, or a field of the collection that it refers to. */
function toComparison(part: Part | undefined, word: string): FilterTree {
  if (!isComparison(word, part)) return toPart(part, word);
  if (part === undefined || part === null) return {}; // the reader refuses it
  return Array.isArray(part) && OF_LISTS.has(word) ? Array.from(part, toText) : toText(part);
}

/** Infinity is beyond what any column holds, as the greatest double is. */
function toText(value: unknown): string {
  if (value instanceof Decimal) return String(value);
  if (value === undefined || typeof value === 'object') return NO_VALUE;
  if (typeof value !== 'number') return String(value);
  return plainNumber(String(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))));
}

function mapParts(where: Where, map: (part: Part | undefined, name: string) => FilterTree): FilterTree {
  return Object.fromEntries(Object.entries(where).map(([name, part]) => [name, map(part, name)]));
}

/** A referenced collection may have fields with these names. */
const ALSO_FIELDS: readonly string[] = ['ends', 'near', 'within', ...TREE_OPERATORS];

function isComparison(word: string, part: unknown): boolean {
  return ALSO_FIELDS.includes(word)
    ? typeof part !== 'object' || part instanceof Decimal
    : OPERATORS.includes(word);
}
