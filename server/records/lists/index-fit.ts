import { type Catalogue, type Definition, keyIndexes, storedColumns } from '../../definitions/for-server.ts';
import type { Condition } from '../query/conditions/condition.ts';
import { byId, type Sort } from '../query/sort.ts';

/** How the indexes of a collection serve a list. */
export interface IndexFit {
  /** Whether an index serves any page, reading about as many records as it returns. */
  readonly isQuick: boolean;
  /** Missing indexes that would serve the list. */
  readonly advice: readonly Suggestion[];
}

/** A line for the authors of the definitions, about one of their collections. */
export interface Suggestion {
  readonly definition: Definition;
  readonly line: string;
}

/** What a conjunction of conditions needs from an index. */
interface Needs {
  /** Columns compared with one value. */
  readonly equal: Set<string>;
  /** Columns compared with a few values, or with a range. */
  readonly among: Set<string>;
  /** Conditions that no index over these columns serves. */
  readonly others: Condition[];
}

/** Decides by the definition alone, so the answer is the same on every engine and for any number of records. */
export function fitIndexes(
  catalogue: Catalogue,
  definition: Definition,
  where: Condition,
  sort: Sort,
): IndexFit {
  if (definition.sql) return { isQuick: false, advice: [] }; // its select is run whole, as far as is known
  const needs: Needs = { equal: new Set(), among: new Set(), others: [] };
  gather(where, needs);
  const { equal, among, others } = needs;
  const order = sort.slice(0, sort.findIndex(({ column }) => column === 'id') + 1);
  const columns = order.map(({ column, sources }) => sources?.join('>') ?? column);
  const isOneWay = order.every(({ descending }) => descending === order[0]?.descending);
  const inOrder = indexesOf(definition).filter(
    (index) => isOneWay && index.slice(leading(index, equal)).join() === columns.join(),
  );
  const isQuick =
    others.length === 0 &&
    [...among].every((column) => column === columns[0]) &&
    inOrder.some((index) => leading(index, equal) === equal.size);
  const isOne = [['id'], ...definition.unique].some((key) => key.every((column) => equal.has(column)));
  const advice = others.flatMap((other) => adviceWithin(catalogue, definition, other));
  const isFound =
    equal.size + among.size === 0 ||
    indexesOf(definition).some(([first = '']) => equal.has(first) || among.has(first));
  const stored = storedColumns(definition);
  const isComputed = columns.some((column) => !Object.hasOwn(stored, column)); // no index holds such values
  const isSorted =
    isComputed ||
    columns.length === 1 ||
    inOrder.some((index) => equal.size === 0 || leading(index, equal) > 0);
  if (!isQuick && !isOne && !(isFound && isSorted)) {
    const further = columns.length > 1 && !isComputed ? columns.slice(0, -1) : [...among].slice(0, 1);
    advice.push({ definition, line: adviceLine(definition, [...new Set([...equal, ...further])]) });
  }
  return { isQuick: isQuick || isOne, advice };
}

/** Advice for the alternatives of a condition, or for the collection that it refers to. */
function adviceWithin(
  catalogue: Catalogue,
  definition: Definition,
  condition: Condition,
): readonly Suggestion[] {
  if ('some' in condition)
    return condition.some.flatMap((part) => fitIndexes(catalogue, definition, part, byId).advice);
  if ('refersTo' in condition)
    return fitIndexes(catalogue, catalogue.get(condition.refersTo), condition.where, byId).advice;
  return [];
}

function adviceLine({ name, fields, sortKeys }: Definition, needed: readonly string[]): string {
  const named = needed.map((column) => sortKeys.get(column)?.of ?? column);
  const columns = [...new Set(named.map((column) => fields[column]?.translates ?? column))];
  return `A list of '${name}' reads many records. This index would serve it: indexes: [['${columns.join("', '")}']]`;
}

/** The columns of each index, in order, followed by the id, which makes records distinct. */
function indexesOf(definition: Definition): string[][] {
  const { unique, indexes } = definition;
  return [
    ['id'],
    ...[...unique, ...indexes, ...keyIndexes(definition)].map((columns) => [
      ...columns.filter((one) => one !== 'id'),
      'id',
    ]),
  ];
}

/** The number of leading columns of an index that are compared with one value. */
function leading(index: readonly string[], equal: ReadonlySet<string>): number {
  const first = index.findIndex((column) => !equal.has(column));
  return first < 0 ? index.length : first;
}

function gather(condition: Condition, needs: Needs): void {
  if ('every' in condition) for (const part of condition.every) gather(part, needs);
  else if ('is' in condition && condition.is === '=') needs.equal.add(condition.column);
  else if ('isNull' in condition && condition.isNull) needs.equal.add(condition.column);
  else if ('in' in condition || 'listed' in condition || ('is' in condition && condition.is !== '<>'))
    needs.among.add(condition.column);
  else needs.others.push(condition);
}

/** Advice for the authors of the definitions, as lines for the server's log; each line is given once. */
export class Advice {
  readonly #given = new Set<string>();
  #listener: (line: string) => void = () => {};

  /** Sets the receiver of the lines. */
  listen(listener: (line: string) => void): void {
    this.#listener = listener;
  }

  isNew(line: string): boolean {
    return !this.#given.has(line);
  }

  give(line: string): void {
    if (!this.isNew(line)) return;
    this.#given.add(line);
    this.#listener(line);
  }
}
