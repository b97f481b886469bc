import { MAX_CONDITIONS, MAX_FILTER_DEPTH, MAX_VALUES } from '../../contract/limits.ts';
import { badParameters } from '../errors.ts';
import { message, type Text } from '../messages/message.ts';
import type { FilterTree } from '../records/query/conditions/filter-tree.ts';
import { ExactNumber } from '../shared/exact-json.ts';
import { fromJson, type Json } from '../shared/json.ts';

type Query = Readonly<Record<string, unknown>>;
type Branch = { [word: string]: string | Branch };

/** The place of a value in a list: `filter[id][in][7]`. */
const ONE_OF_MANY = /(?<=\[n?in\])\[\d+\]$/;
const PARAMETER = /^filter((?:\[[^[\]]{1,40}\])+)$/;

/**
 * Gathers parameters such as `filter[title][eq]=x` into one tree under `filter`; groups numbered 0, 1, … become arrays. Throws
 * if parameters contradict each other; nothing is ignored.
 */
export function gatherFilter(query: Query): Query {
  const given = Object.keys(query);
  if (!given.some(isOfFilter)) return query;
  const names = given.filter(isOfFilter);
  // The values of one list are one condition, which has a bound of its own.
  const conditions = new Set(names.map((name) => name.replace(ONE_OF_MANY, '')));
  if (conditions.size > MAX_CONDITIONS)
    throw badParameters({ filter: message('tooManyConditions', { max: MAX_CONDITIONS }) });
  if (query.filter !== undefined) throw badParameters({ filter: message('conflicting') });
  const root: Branch = Object.create(null);
  const others = Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
  for (const name of names) grow(root, name, query[name]);
  return { ...others, filter: toTree(root) };
}

function isOfFilter(name: string): boolean {
  return name.startsWith('filter[');
}

function grow(root: Branch, name: string, value: unknown): void {
  const words = PARAMETER.exec(name)?.[1]?.slice(1, -1).split('][');
  const refuse = (problem: Text) => badParameters({ [name.slice(0, 200)]: problem });
  if (!words || words.length > MAX_FILTER_DEPTH + 1) throw refuse(message('badSyntax'));
  if (typeof value !== 'string') throw refuse(message('repeated'));
  const last = words.pop() ?? '';
  let branch = root;
  for (const word of words) {
    branch[word] ??= Object.create(null) as Branch;
    const next = branch[word];
    if (typeof next === 'string') throw refuse(message('conflicting'));
    branch = next;
  }
  if (branch[last] !== undefined) throw refuse(message('conflicting'));
  branch[last] = value;
}

function toTree(branch: string | Branch): FilterTree {
  if (typeof branch === 'string') return branch;
  const words = Object.keys(branch);
  const isList = words.every((_, index) => branch[index] !== undefined);
  if (isList) return words.map((_, index) => toTree(branch[index] ?? ''));
  const tree: Record<string, FilterTree> = Object.create(null);
  for (const word of words) tree[word] = toTree(branch[word] ?? '');
  return tree;
}

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
  return treeOf(filter, 0, { left: MAX_CONDITIONS });
}

function parse(text: string): Json {
  try {
    return fromJson(text, MAX_VALUES);
  } catch {
    throw refused('badSyntax');
  }
}

/** An object or list without members counts as a condition as well, `filter[or]=` is one, and so does a list of values. */
function treeOf(part: Json, depth: number, budget: { left: number }): FilterTree {
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
  const inner = members.map(([word, value]) => [toText(word), treeOf(value, depth + 1, budget)] as const);
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
