import type { Where } from '../definitions/where.ts';
import { OPERATORS } from './comparison.ts';
import type { FilterTree } from './filter-tree.ts';

type Part = Where[string];

/** A rule's condition as a list's filter would say it: `{ status: 'live' }` is `{ status: { eq: 'live' } }`. */
export function toTree(where: Where): FilterTree {
  // A condition that names nothing would hold for every row; a filter is no text, so it is refused.
  return Object.keys(where).length === 0 ? 'nothing' : mapParts(where, toPart);
}

function toPart(part: Part | undefined, name: string): FilterTree {
  if (name === 'or' && Array.isArray(part)) return part.map(toTree);
  if (name === 'and' || name === 'or')
    return Array.isArray(part) && part.length > 0 ? part.map(toTree) : 'nothing';
  if (part === null) return { null: 'true' };
  if (typeof part !== 'object') return part === undefined ? 'nothing' : { eq: String(part) };
  return mapParts(part as Where, toComparison);
}

/** Behind a field stands a comparison, or a field of the record that it refers to. */
function toComparison(part: Part | undefined, word: string): FilterTree {
  if (!OPERATORS.includes(word)) return toPart(part, word);
  if (part === undefined || part === null) return {}; // refused
  return Array.isArray(part) ? part.map(String) : String(part);
}

function mapParts(where: Where, map: (part: Part | undefined, name: string) => FilterTree): FilterTree {
  return Object.fromEntries(Object.entries(where).map(([name, part]) => [name, map(part, name)]));
}
