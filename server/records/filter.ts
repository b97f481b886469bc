import { MAX_FILTER_DEPTH, MAX_HOPS } from '../../contract/limits.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import { isOperator, OPERATORS, readComparison } from './comparison.ts';
import { allOf, type Condition } from './condition.ts';
import type { FilterTree } from './filter-tree.ts';
import { fieldNamed } from './names.ts';
import { type Scope, visibleRows } from './scope.ts';

/** Where in a filter something stands, and how many references lie before it. */
interface Place {
  readonly words: readonly string[];
  readonly hops: number;
}

/** Reads a filter over a record. Throws naming the first part that is unknown, not readable, or no value of its field. */
export function readFilter(scope: Scope, definition: Definition, tree: FilterTree): Condition {
  return readAll(scope, definition, tree, { words: ['filter'], hops: 0 });
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
  const field = fieldNamed(definition, name, scope.sight);
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
