import { MAX_FILTER_DEPTH, MAX_HOPS } from '../../contract/limits.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import { AppError, badParameters } from '../errors.ts';
import { isOperator, OPERATORS, readComparison } from './comparison.ts';
import { allOf, always, type Condition, never } from './condition.ts';
import type { FilterTree } from './filter-tree.ts';
import { fieldNamed } from './names.ts';
import { allRights, type Rights } from './rights.ts';
import type { Scope } from './scope.ts';
import { toTree } from './where-tree.ts';

/** Where in a filter something stands, and how many references lie before it. */
interface Place {
  readonly words: readonly string[];
  readonly hops: number;
}

/** Reads a filter over a record. Throws naming the first part that is unknown, not readable, or no value of its field. */
export function readFilter(scope: Scope, definition: Definition, tree: FilterTree): Condition {
  return readAll(scope, definition, tree, { words: ['filter'], hops: 0 });
}

/** Rules may also ask who made a row. */
const ruleRights: Rights = { ...allRights, shows: () => true };

/**
 * Reads which rows a rule leaves, as a filter that may name every field. Throws where it is none over this record: that
 * is a mistake in a definition, not in what a client sent.
 */
export function readRows(scope: Omit<Scope, 'rights'>, definition: Definition, rows: Rows): Condition {
  if (rows === 'all') return always;
  if (rows === 'none') return never;
  const [[word, parts] = [], ...others] = Object.entries(rows);
  if ((word === 'and' || word === 'or') && others.length === 0 && Array.isArray(parts) && parts.length > 0) {
    const read = parts.map((part) => readRows(scope, definition, part));
    return word === 'or' ? { some: read } : allOf(read);
  }
  try {
    return readFilter({ ...scope, rights: ruleRights }, definition, toTree(rows));
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const place = Object.keys(cause.problems).join();
    throw new Error(`record '${definition.name}': a condition cannot be used at '${place}'`, { cause });
  }
}

/** The rows of a record that is referred to, as far as the asker sees them. Throws, naming the place that asks, where that is none. */
export function visibleRows(scope: Scope, definition: Definition, place: string): Condition {
  const rows = scope.rights.rows(definition, 'read');
  if (rows === 'none') throw badParameters({ [place.slice(0, 200)]: '不可读' });
  return readRows(scope, definition, rows);
}

function readAll(scope: Scope, definition: Definition, tree: FilterTree, place: Place): Condition {
  if (place.words.length > MAX_FILTER_DEPTH) throw refuse(place, `嵌套不能超过 ${MAX_FILTER_DEPTH} 层`);
  if (typeof tree === 'string' || Array.isArray(tree)) throw refuse(place, '后面应为字段名');
  const parts = Object.entries(tree).map(([name, inner]) => {
    const read = name === 'and' || name === 'or' ? readGroup : readField;
    return read(scope, definition, name, inner, inside(place, name));
  });
  return allOf(parts);
}

function readGroup(
  scope: Scope,
  definition: Definition,
  word: string,
  tree: FilterTree,
  place: Place,
): Condition {
  if (!Array.isArray(tree)) throw refuse(place, '后面应为从 0 起的序号');
  const parts = tree.map((part, index) => readAll(scope, definition, part, inside(place, String(index))));
  return word === 'or' ? { some: parts } : allOf(parts);
}

function readField(
  scope: Scope,
  definition: Definition,
  name: string,
  tree: FilterTree,
  place: Place,
): Condition {
  const field = fieldNamed(definition, name, scope.rights);
  if (!field) throw refuse(place, '不是可用的字段');
  if (typeof tree === 'string' || Array.isArray(tree))
    throw refuse(place, `后面应为 ${OPERATORS.join('、')} 之一`);
  if (field.column.type === 'ids' && !('null' in tree))
    return holdingOne(scope, definition, name, tree, place);
  const target = field.target === undefined ? undefined : scope.catalogue.get(field.target);
  const parts = Object.entries(tree).map(([word, inner]) => {
    const there = inside(place, word);
    if (isOperator(word, inner))
      return readComparison(scope.bindings, {
        field,
        column: name,
        word,
        value: inner,
        place: nameOf(there),
      });
    if (!target) throw refuse(there, `不是可用的比较，可用 ${OPERATORS.join('、')}`);
    return throughReference(scope, target, name, { [word]: inner }, place);
  });
  return allOf(parts);
}

/** Many ids meet what one of them does: the link table tells whose. */
function holdingOne(
  scope: Scope,
  definition: Definition,
  name: string,
  tree: FilterTree,
  place: Place,
): Condition {
  const references = scope.catalogue.referencesOf(definition.name);
  const link = references.find(({ field }) => field === name)?.link;
  if (!link || 'ne' in Object(tree)) throw refuse(inside(place, 'ne'), '多个编号不能用 ne 比较');
  return {
    column: 'id',
    refersTo: link.name,
    by: 'holder_id',
    where: readField(scope, link, 'target_id', tree, place),
  };
}

function throughReference(
  scope: Scope,
  target: Definition,
  column: string,
  tree: FilterTree,
  place: Place,
): Condition {
  if (place.hops >= MAX_HOPS) throw refuse(place, `引用不能超过 ${MAX_HOPS} 层`);
  const visible = visibleRows(scope, target, nameOf(place));
  const wanted = readAll(scope, target, tree, { ...place, hops: place.hops + 1 });
  return { column, refersTo: target.name, where: allOf([visible, wanted]) };
}

function inside(place: Place, word: string): Place {
  return { ...place, words: [...place.words, word] };
}

function nameOf({ words }: Place): string {
  return words.join('.');
}

function refuse(place: Place, problem: string) {
  return badParameters({ [nameOf(place).slice(0, 200)]: problem });
}
