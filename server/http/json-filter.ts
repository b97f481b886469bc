import { MAX_CONDITIONS, MAX_FILTER_DEPTH, MAX_VALUES } from '../../contract/limits.ts';
import { badParameters } from '../errors.ts';
import { message } from '../messages/message.ts';
import type { FilterTree } from '../records/query/conditions/filter-tree.ts';
import { ExactNumber } from '../shared/exact-json.ts';
import { fromJson, type Json } from '../shared/json.ts';

/**
 * Reads a filter that is one text, `{"title":{"starts":"x"}}`: most generated clients cannot write nested parameters. It means
 * the same as the parameters would. Throws if the text is no such filter.
 */
export function readJsonFilter(text: string): FilterTree {
  return filterOf(parse(text));
}

/** Reads a filter that is an object, as in a body. */
export function filterOf(filter: Json): FilterTree {
  if (typeof filter !== 'object' || Array.isArray(filter)) throw refused('wrongType');
  return toTree(filter, 0, { left: MAX_CONDITIONS });
}

function parse(text: string): Json {
  try {
    return fromJson(text, MAX_VALUES);
  } catch {
    throw refused('badSyntax');
  }
}

/** An object or list without members counts as a condition as well, `filter[or]=` is one, and so does a list of values. */
function toTree(part: Json, depth: number, budget: { left: number }): FilterTree {
  if (depth > MAX_FILTER_DEPTH + 1) throw refused('badSyntax');
  const isLeaf = isValue(part);
  const members = isLeaf || part === null ? [] : Object.entries(part);
  if (members.length === 0) spend(budget);
  if (Array.isArray(part) && part.length > 0 && part.every(isValue)) {
    spend(budget);
    return part.map(toText);
  }
  if (isLeaf) return toText(part);
  if (part === null) throw refused('wrongType');
  const inner = members.map(([word, value]) => [toText(word), toTree(value, depth + 1, budget)] as const);
  if (inner.length === 0 && !Array.isArray(part)) return depth === 0 ? {} : '';
  return Array.isArray(part) ? inner.map(([, tree]) => tree) : Object.fromEntries(inner);
}

function isValue(part: Json): part is string | number | boolean | ExactNumber {
  return typeof part !== 'object' || part instanceof ExactNumber;
}

function spend(budget: { left: number }): void {
  budget.left -= 1;
  if (budget.left < 0) throw badParameters({ filter: message('tooManyConditions', { max: MAX_CONDITIONS }) });
}

/** In a URL these characters cannot be written. */
function toText(value: string | number | boolean | ExactNumber): string {
  const text = String(value);
  if (!text.isWellFormed() || text.includes('\0')) throw badParameters({ filter: message('badCharacters') });
  return text;
}

function refused(problem: 'badSyntax' | 'wrongType') {
  return badParameters({
    filter: problem === 'badSyntax' ? message('badSyntax') : message('wrongType', { allowed: ['object'] }),
  });
}
