import { isDeepStrictEqual } from 'node:util';
import { MAX_FILTER_DEPTH, MAX_HOPS } from '../../../../contract/limits.ts';
import {
  asIndexed,
  comparedText,
  type Definition,
  indexColumn,
  type Leaf,
  leavesOf,
  MAX_PATH,
  nestedName,
  type Way,
  type Where,
  type WhichRecords,
} from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { composed } from '../../../shared/text/letters.ts';
import { authorsRights } from '../../rights.ts';
import { fieldInSome, fieldNamed, nearestName } from '../names.ts';
import { localisedColumn } from '../requested-locales.ts';
import type { Scope } from '../scope.ts';
import type { Bindings } from './bindings.ts';
import { byAuthor } from './by-author.ts';
import { byKey } from './by-key.ts';
import { negation, readComparison, readCounted, readIsNull, readValue, type Sent } from './comparison.ts';
import { allOf, always, type Condition, never, onFirstOf, onFirstWith } from './condition.ts';
import { type FilterTree, NO_VALUE, toTree } from './filter-tree.ts';
import { meFor, namesIsMine, readMine } from './mine.ts';
import { isOperator, isTreeOperator, NEGATED, operatorsOf, signs } from './operators.ts';
import { Unknowns } from './unknowns.ts';

/** Reads a filter over a collection. Throws naming the first part that is unknown, unreadable, or no value of its field. */
export function readFilter(scope: Scope, definition: Definition, tree: FilterTree): Condition {
  return new FilterReader(scope).read(tree, { definition, words: ['filter'], hops: 0 });
}

/**
 * Reads the condition of a rule, as a filter that may name every field. An invalid one is a mistake in a definition, not a
 * client's, so it throws a plain error.
 */
export function readRecords(
  scope: Omit<Scope, 'rights'>,
  definition: Definition,
  records: WhichRecords,
): Condition {
  if (records === 'all') return always;
  if (records === 'none') return never;
  const [[word, parts] = [], ...others] = Object.entries(records);
  if ((word === 'and' || word === 'or') && others.length === 0 && Array.isArray(parts) && parts.length > 0) {
    const read = parts.map((part) => readRecords(scope, definition, part));
    return word === 'or' ? { some: read } : allOf(read);
  }
  const { catalogue, bindings } = scope; // a rule means the same in every language
  const from = scope.from === 'constants' ? 'constants' : 'rule';
  return byAuthor(definition, () =>
    readWhere({ catalogue, bindings, from, rights: authorsRights }, definition, records),
  );
}

/** Reads a condition of a project's code. An empty one holds for no record. */
export function readWhere(scope: Scope, definition: Definition, where: Where): Condition {
  return readFilter(scope, definition, toTree(where));
}

/** The records of a referenced collection that the actor may read. Throws, naming the `path` that refers to it, if there are none. */
export function visibleRecords(
  scope: Scope,
  definition: Definition,
  path: string,
  problem: Text = message('notReadable'),
): Condition {
  const records = scope.rights.records(definition, 'read');
  if (records === 'none') throw badParameters({ [path.slice(0, 200)]: problem });
  return readRecords(scope, definition, records);
}

/** What was read of the rules of fields, by the bindings that hold their values. */
const readOfFields = new WeakMap<Bindings, ReadRule[]>();

interface ReadRule {
  readonly definition: Definition;
  readonly records: WhichRecords;
  readonly condition: Condition;
}

/**
 * The records in which the actor may see a field that they may see at all. Fields of one rule share a condition, which a statement
 * then asks once.
 */
export function seenIn(scope: Scope, definition: Definition, field: string): Condition {
  const records = scope.rights.shownIn(definition, field);
  if (typeof records !== 'object') return always;
  const read = readOfFields.get(scope.bindings) ?? [];
  readOfFields.set(scope.bindings, read);
  const known = read.find((one) => one.definition === definition && isDeepStrictEqual(one.records, records));
  if (known) return known.condition;
  const condition = readRecords(scope, definition, records);
  read.push({ definition, records, condition });
  return condition;
}

/** The collection that a reference leads to. Drafts refer to drafts; an actor who may not read those gets the published records. */
export function seenTarget({ catalogue, rights }: Scope, name: string): Definition {
  const target = catalogue.get(name);
  if (target.draftOf === undefined || rights.records(target, 'read') === 'all') return target;
  return catalogue.get(target.draftOf);
}

/** A way back as the actor may follow it: the collection that refers, its field, and the records of it that the actor may read. */
export interface SeenWay {
  readonly definition: Definition;
  readonly way: Way;
  readonly visible: Condition;
}

/** The way back of this name; undefined if it is unknown, or the actor may read no record or not the reference. Rules have none. */
export function wayNamed(scope: Scope, definition: Definition, name: string): SeenWay | undefined {
  const { catalogue, rights } = scope;
  const ways = catalogue.waysOf(definition.name);
  const way = Object.hasOwn(ways, name) && rights !== authorsRights ? ways[name] : undefined;
  if (!way) return undefined;
  const there = catalogue.get(way.collection);
  const records = rights.records(there, 'read');
  if (records === 'none' || !fieldNamed(there, way.field, rights)) return undefined;
  return { definition: there, way, visible: readRecords(scope, there, records) };
}

/** A position in a filter: the collection whose fields may be named there, and how it was reached. */
interface Position {
  readonly definition: Definition;
  readonly words: readonly string[];
  /** How many references led here. */
  readonly hops: number;
}

/** Reads one filter. Each method reads the part of the tree that stands at a position. */
class FilterReader {
  readonly #scope: Scope;
  readonly #unknowns = new Unknowns();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  read(tree: FilterTree, at: Position): Condition {
    if (at.words.length > MAX_FILTER_DEPTH) throw refuse(at, message('tooDeep', { max: MAX_FILTER_DEPTH }));
    if (typeof tree === 'string' || Array.isArray(tree)) throw refuse(at, message('fieldExpected'));
    const parts = Object.entries(tree).map(([name, inner]) => {
      const there = inside(at, name);
      if (name === 'and' || name === 'or') return this.#readGroup(name, inner, there);
      const isField = fieldInSome(at.definition, name, this.#scope.rights) !== undefined;
      if (name === 'not' && !isField) return this.#readNot(inner, there);
      return this.#readField(name, inner, there);
    });
    return allOf(parts);
  }

  #readGroup(word: 'and' | 'or', tree: FilterTree, at: Position): Condition {
    if (tree !== '' && !Array.isArray(tree)) throw refuse(at, message('indexExpected'));
    const parts = (tree || []).map((part, index) => this.read(part, inside(at, String(index))));
    return word === 'or' ? { some: parts } : allOf(parts);
  }

  /** An empty condition holds for every record; its opposite would find nothing in silence. */
  #readNot(tree: FilterTree, at: Position): Condition {
    if (Object.keys(tree).length === 0) throw refuse(at, message('fieldExpected'));
    return this.#negation(() => this.read(tree, at));
  }

  #negation(read: () => Condition): Condition {
    return negation({ from: this.#scope.from, unknowns: this.#unknowns }, read);
  }

  #readField(name: string, tree: FilterTree, at: Position): Condition {
    const way = wayNamed(this.#scope, at.definition, name);
    if (way) return this.#readWay(way, tree, at);
    const { rights, bindings, locales, from, mostValues } = this.#scope;
    if (namesIsMine(at.definition, name, rights)) return readMine(this.#scope, tree, pathOf(at));
    const { column, sources } = localisedColumn(at.definition, name, locales);
    const field = fieldInSome(at.definition, column, rights);
    if (!field)
      throw refuse(at, message('notAUsableField', { near: nearestName(at.definition, name, rights) }));
    // Where the actor may not see the field, no comparison with it holds, whatever its value.
    const seen = seenIn(this.#scope, at.definition, column);
    if (typeof tree === 'string' || Array.isArray(tree) || Object.keys(tree).length === 0)
      throw refuse(at, message('operatorExpected', { allowed: operatorsOf(field) }));
    if ((field.nested || field.column.type === 'ids') && !isOperator('null', Object(tree).null))
      return allOf([
        seen,
        sources
          ? onFirstWith(sources, (source) => this.#readParts(source, tree, at))
          : this.#readParts(column, tree, at),
      ]);
    const target = field.target === undefined ? undefined : seenTarget(this.#scope, field.target);
    const me = meFor(field, rights);
    const sent = { field, column, from, mostValues, unknowns: this.#unknowns };
    const parts = Object.entries(tree).map(([word, given]) => {
      const there = inside(at, word);
      const inner = target ? given : valueIn(given, word, from);
      if (isOperator(word, inner)) {
        const one = { ...sent, word, value: inner, path: pathOf(there), me };
        const compared = onSources(sources, column, readComparison(bindings, one));
        return name === 'id' ? allOf([compared, byKey(bindings, at.definition, one)]) : compared;
      }
      if (!target) throw refuse(there, message('notAnOperator', { allowed: operatorsOf(field) }));
      if (isTreeOperator(field, word) && typeof inner === 'string')
        return this.#readWalk(word, { ...sent, word, value: inner, path: pathOf(there) }, target);
      const held = this.#readReference(column, { [word]: inner }, { ...at, definition: target });
      return onSources(sources, column, held);
    });
    return allOf([seen, ...parts]);
  }

  /** Reads a filter over what a field with many values holds in one column. */
  #readParts(column: string, tree: FilterTree, at: Position): Condition {
    const field = at.definition.fields[column];
    return field?.nested
      ? this.#readNested(column, leavesOf(column, field), tree, at)
      : this.#readMany(column, tree, at);
  }

  /**
   * A field of many references matches if one of them meets all comparisons, and if none is what `ne` and `nin` exclude. Its
   * link table holds one record for each.
   */
  #readMany(name: string, tree: FilterTree, at: Position): Condition {
    const references = this.#scope.catalogue.referencesOf(at.definition.name);
    const link = references.find(({ field }) => field === name)?.link;
    if (!link) throw refuse(at, message('notAUsableField', { near: '' }));
    const one = (wanted: FilterTree): Condition => ({
      column: 'id',
      refersTo: link.name,
      by: 'holder_id',
      where: this.#readField('target_id', wanted, { ...at, definition: link }),
    });
    const { ne, nin, ...wanted } = tree as Readonly<Record<string, FilterTree>>;
    const excluded = Object.entries({ eq: ne, in: nin }).flatMap(([word, value]) =>
      value === undefined ? [] : [this.#negation(() => one({ [word]: value }))],
    );
    return allOf(Object.keys(wanted).length > 0 ? [one(wanted), ...excluded] : excluded);
  }

  /**
   * Reads a filter over the values inside groups and lists, which the index of the collection holds. Each comparison may be met
   * by another element of a list.
   */
  #readNested(path: string, leaves: readonly Leaf[], tree: FilterTree, at: Position): Condition {
    if (typeof tree === 'string' || Array.isArray(tree)) throw refuse(at, message('fieldExpected'));
    if (at.words.length > MAX_FILTER_DEPTH) throw refuse(at, message('tooDeep', { max: MAX_FILTER_DEPTH }));
    const parts = Object.entries(tree).map(([word, inner]) => {
      const longer = `${path}.${word}`;
      const isMember = leaves.some((leaf) => `${leaf.path}.`.startsWith(`${longer}.`));
      return isMember
        ? this.#readNested(longer, leaves, inner, inside(at, word))
        : this.#readInside({ path, leaves, word, value: inner }, at);
    });
    return allOf(parts);
  }

  /** Reads one comparison of a value inside, or of the record that it refers to. */
  #readInside({ path, leaves, word, value, said = word }: InnerPart, at: Position): Condition {
    const { bindings, from, mostValues } = this.#scope;
    const there = inside(at, said);
    const negated = word === 'ne' ? 'eq' : NEGATED[word];
    if (negated !== undefined)
      return this.#negation(() => this.#readInside({ path, leaves, word: negated, value, said }, at));
    const leaf = leaves.find((one) => one.path === path)?.field;
    const column = leaf && indexColumn(leaf);
    if (word === 'contains' && typeof value === 'string' && !column && !path.includes('.')) {
      if (value === NO_VALUE) this.#unknowns.note();
      return typeof comparedText(value) === 'string'
        ? { column: path, contains: bindings.add({ type: 'text' }, composed(value)) }
        : never;
    }
    if (!leaf) throw refuse(there, message('memberExpected', { allowed: namesAfter(path, leaves) }));
    if (!column) throw refuse(there, message('notComparedInside'));
    const isHere: Condition = { column: 'path', is: '=', slot: bindings.add(PATH, path) };
    const indexed = (where: Condition): Condition => ({
      column: 'id',
      refersTo: nestedName(at.definition.name),
      by: 'holder_id',
      where: allOf([isHere, where]),
    });
    const unknowns = this.#unknowns;
    if (word === 'null') {
      const given = typeof value === 'string' ? value : NO_VALUE;
      const isNull = readIsNull({ value: given, path: pathOf(there), from, unknowns });
      if (isNull === undefined) return never;
      return isNull ? { not: indexed(always) } : indexed(always);
    }
    const compared = leaf.target === undefined ? valueIn(value, word, from) : value;
    if (isOperator(word, compared)) {
      const place = { word, value: compared, path: pathOf(there), from, mostValues, unknowns };
      const sent = { field: asIndexed(leaf), column, ...place };
      return indexed(readComparison(bindings, { ...sent, me: meFor(leaf, this.#scope.rights) }));
    }
    if (leaf.target === undefined)
      throw refuse(there, message('notAnOperator', { allowed: operatorsOf(leaf) }));
    const target = seenTarget(this.#scope, leaf.target);
    return indexed(this.#readReference(column, { [word]: value }, { ...at, definition: target }));
  }

  /** A way back matches if one of the referring records meets all comparisons, and if their number meets the count. */
  #readWay({ definition, way, visible }: SeenWay, tree: FilterTree, at: Position): Condition {
    if (typeof tree === 'string' || Array.isArray(tree)) throw refuse(at, message('fieldExpected'));
    if (at.hops >= MAX_HOPS) throw refuse(at, message('tooManyHops', { max: MAX_HOPS }));
    const { count, ...wanted } = tree as Readonly<Record<string, FilterTree>>;
    const back = { column: 'id', refersTo: definition.name, by: way.field };
    const parts: Condition[] = [];
    if (count !== undefined) {
      const counting = inside(at, 'count');
      if (typeof count === 'string' || Array.isArray(count))
        throw refuse(counting, message('operatorExpected', { allowed: Object.keys(signs) }));
      for (const [word, value] of Object.entries(count)) {
        const path = pathOf(inside(counting, word));
        const counted = readCounted(this.#scope.bindings, { word, value, path });
        parts.push({ ...back, where: visible, counted });
      }
    }
    if (Object.keys(wanted).length > 0) {
      const there = this.read(wanted, { ...at, definition, hops: at.hops + 1 });
      parts.push({ ...back, where: allOf([visible, there]) });
    }
    return allOf(parts);
  }

  /** Reads `below` or `above`. The walk stops at records that the actor may not read. */
  #readWalk(tree: 'below' | 'above', sent: Sent, target: Definition): Condition {
    const where = visibleRecords(this.#scope, target, sent.path);
    const slot = readValue(this.#scope.bindings, sent);
    if (slot === undefined) return never;
    const { column: parent } = sent;
    return { column: tree === 'below' ? parent : 'id', tree, collection: target.name, parent, slot, where };
  }

  /** Reads a filter over the collection that `column` refers to; `at` already names that collection. */
  #readReference(column: string, tree: FilterTree, at: Position): Condition {
    if (at.hops >= MAX_HOPS) throw refuse(at, message('tooManyHops', { max: MAX_HOPS }));
    const visible = visibleRecords(this.#scope, at.definition, pathOf(at));
    const wanted = this.read(tree, { ...at, hops: at.hops + 1 });
    return { column, refersTo: at.definition.name, where: allOf([visible, wanted]) };
  }
}

/** What stands after an operator: a part of a condition, which code gave in place of a value, is a value of no type. */
function valueIn(given: FilterTree, word: string, from: Scope['from']): FilterTree {
  const isPart = typeof given === 'object' && !Array.isArray(given);
  return isPart && (from === 'code' || from === 'rule') && isOperator(word, NO_VALUE) ? NO_VALUE : given;
}

function onSources(sources: readonly string[] | undefined, column: string, condition: Condition): Condition {
  return sources ? onFirstOf(sources, column, condition) : condition;
}

const PATH = { type: 'string', length: MAX_PATH } as const;

/** One word of a filter after the path of a nested field. */
interface InnerPart {
  readonly path: string;
  readonly leaves: readonly Leaf[];
  readonly word: string;
  readonly value: FilterTree;
  /** The word as sent, if `word` is what it negates. */
  readonly said?: string;
}

/** The names that may follow a path. */
function namesAfter(path: string, leaves: readonly Leaf[]): string[] {
  const behind = leaves.filter((leaf) => leaf.path.startsWith(`${path}.`));
  return [...new Set(behind.map((leaf) => leaf.path.slice(path.length + 1).split('.')[0] ?? ''))];
}

function inside(at: Position, word: string): Position {
  return { ...at, words: [...at.words, word] };
}

function pathOf({ words }: Position): string {
  return words.join('.');
}

function refuse(at: Position, problem: Text) {
  return badParameters({ [pathOf(at).slice(0, 200)]: problem });
}
