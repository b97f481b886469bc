import { MAX_CHOICES } from '../../../../contract/limits.ts';
import { fromText } from '../../../definitions/conversion/from-text.ts';
import type { Field } from '../../../definitions/field.ts';
import { bigint } from '../../../definitions/fields/bigint.ts';
import { longText } from '../../../definitions/fields/long-text.ts';
import { now } from '../../../definitions/now.ts';
import { Problem } from '../../../definitions/problem.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import type { Bindings } from './bindings.ts';
import { type Comparison, type Condition, type Counted, never } from './condition.ts';
import { readNear, readWithin } from './near.ts';

const signs: Readonly<Record<string, Comparison>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** The caller, as a value of a field that refers to users. */
const ME = 'me';

/** Every operator that a filter may put after a field, beside those of trees. */
export const OPERATORS = [
  ...Object.keys(signs),
  'in',
  'contains',
  'starts',
  'near',
  'within',
  'null',
] as const;

/** The operators on the parent field of a tree: the rows below or above one. */
export const TREE_OPERATORS: readonly string[] = ['below', 'above'];

const UNCOMPARABLE: ReadonlySet<string> = new Set(['json', 'ids']);
const LAST_POINT = 0x10ffff;
const SURROGATES = { first: 0xd800, after: 0xe000 };
const ORDERING: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte']);
const SEARCHING: ReadonlySet<string> = new Set(['contains', 'starts']);
const OF_PLACES: ReadonlySet<string> = new Set(['near', 'within']);
const anyText = longText({ required: true });
const anyId = bigint();

/** One comparison as sent. */
export interface Sent {
  readonly field: Field;
  readonly column: string;
  readonly word: string;
  readonly value: string | readonly string[];
  readonly path: string;
  /** For fields that refer to users: returns the caller's id, or undefined for callers who have not signed in. */
  readonly me?: (() => bigint | undefined) | undefined;
}

/** Whether this is a comparison, and not a field of the referenced record. */
export function isOperator(word: string, value: unknown): value is string | readonly string[] {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return OPERATORS.includes(word) && (typeof value === 'string' || (word === 'in' && isList));
}

/** The operators that a filter may put after a field. A field of many references is compared by each of its ids. */
export function operatorsOf(field: Field): string[] {
  const isMany = field.column.type === 'ids';
  const compared = isMany ? anyId : field;
  const words = OPERATORS.filter((word) => !(isMany && word === 'ne') && !problemOfOperator(compared, word));
  return field.tree ? [...words, ...TREE_OPERATORS] : words;
}

/** The operators that a message lists where one is missing. */
export function operatorsToSuggest({ tree }: Pick<Field, 'tree'>): readonly string[] {
  return tree ? [...OPERATORS, ...TREE_OPERATORS] : OPERATORS;
}

/** Whether an operator compares places in a tree. */
export function isTreeOperator({ tree }: Field, word: string): word is 'below' | 'above' {
  return tree === true && TREE_OPERATORS.includes(word);
}

/** Binds a value that the field itself would accept, and returns the name of its slot. */
export function readValue(bindings: Bindings, sent: Sent): string {
  return bindings.add(sent.field.column, exact(sent, sent.value));
}

/** Why an operator cannot follow a field. */
function problemOfOperator(field: Field, word: string): Text | undefined {
  const { type } = field.column;
  if (word !== 'null' && UNCOMPARABLE.has(type)) return message('onlyNull');
  if (SEARCHING.has(word) && !isText(field)) return message('onlyText');
  if ((type === 'point' && ORDERING.has(word)) || (type !== 'point' && OF_PLACES.has(word)))
    return message(type === 'point' ? 'notOrdered' : 'onlyPoints');
  return type === 'boolean' && ORDERING.has(word) ? message('notOrdered') : undefined;
}

/**
 * Reads one comparison. `ne` is the opposite of `eq`, so it also matches rows without a value. Texts are compared exactly,
 * by code point.
 */
export function readComparison(bindings: Bindings, sent: Sent): Condition {
  const { field, column, word, value } = sent;
  const bind = (read: unknown) => bindings.add(field.column, read);
  const compare = (is: Comparison, read: unknown): Condition => ({ column, is, slot: bind(read) });
  const problem = problemOfOperator(field, word);
  if (problem) throw refuse(sent, problem);
  switch (word) {
    case 'null':
      return isEmpty(sent, compare);
    case 'in': {
      const values = choices(sent).map((choice) => exact(sent, choice));
      return values.length === 0 ? never : { column, in: bindings.addList(field.column, values) };
    }
    case 'near':
      return readNear(bindings, sent);
    case 'within':
      return readWithin(bindings, sent);
    case 'contains':
      return { column, contains: bind(searchedText(sent, value, word)) };
    case 'starts':
      return startingWith(searchedText(sent, value, word), compare);
    case 'eq':
      return compare('=', exact(sent, value));
    case 'ne': {
      const differs = compare('<>', exact(sent, value));
      return field.nullable ? { some: [differs, { column, isNull: true }] } : differs;
    }
    default:
      return compare(signs[word] ?? '=', bound(sent, value));
  }
}

/** Reads a comparison of a number of rows, such as `gte` 3. */
export function readCounted(
  bindings: Bindings,
  { word, value, path }: { readonly word: string; readonly value: unknown; readonly path: string },
): Counted {
  const is = signs[word];
  if (is === undefined) throw refuse({ path }, message('notAnOperator', { allowed: Object.keys(signs) }));
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) throw refuse({ path }, message('notAnInteger'));
  const number = Number(value);
  const isMetByNone = {
    '=': number === 0,
    '<>': number !== 0,
    '<': number > 0,
    '<=': true,
    '>': false,
    '>=': number === 0,
  }[is];
  return { is, slot: bindings.add({ type: 'integer' }, number), isMetByNone };
}

/** A list of ids is never null, but it may be empty. */
function isEmpty(sent: Sent, compare: (is: Comparison, value: unknown) => Condition): Condition {
  const isNull = flag(sent);
  if (isList(sent.field)) return compare(isNull ? '=' : '<>', []);
  return { column: sent.column, isNull };
}

function isList({ column, nested }: Field): boolean {
  return column.type === 'ids' || (nested !== undefined && nested.form !== 'group');
}

function flag(sent: Sent): boolean {
  if (sent.value === 'true' || sent.value === 'false') return sent.value === 'true';
  throw refuse(sent, message('notABoolean'));
}

function choices(sent: Sent): readonly string[] {
  const { field, value } = sent;
  const isOne = field.column.type === 'point'; // its text holds a comma
  const list = typeof value === 'string' ? (isOne ? [value] : value.split(',')) : value;
  if (list.length <= MAX_CHOICES) return list;
  throw refuse(sent, message('tooManyValues', { max: MAX_CHOICES }));
}

/** A value that the field itself would accept. */
function exact(sent: Sent, value: unknown): unknown {
  const { field, word, me } = sent;
  if (field.column.type === 'time' && value === now) return Date.now();
  if (me && value === ME && !ORDERING.has(word)) {
    const caller = me();
    if (caller === undefined) throw refuse(sent, message('meWithoutCaller'));
    return caller;
  }
  const read = field.clean(fromText(field, String(value)));
  if (read instanceof Problem) throw refuse(sent, read.text);
  return read;
}

/** A value to compare with. A text need not be one that the field would accept. */
function bound(sent: Sent, value: unknown): unknown {
  const { field } = sent;
  if (isText(field) && !field.bound) return someText(sent, value);
  if (!field.bound || value === now) return exact(sent, value);
  const read = field.bound(fromText(field, String(value)));
  if (read instanceof Problem) throw refuse(sent, read.text);
  return read;
}

function someText(sent: Sent, value: unknown): string {
  const text = anyText.clean(value);
  if (text instanceof Problem) throw refuse(sent, text.text);
  return text;
}

/** A text that a value may contain or start with. */
function searchedText(sent: Sent, value: unknown, how: 'contains' | 'starts'): string {
  const text = someText(sent, value);
  const problem = sent.field.problemOfPart?.(text, how);
  if (problem) throw refuse(sent, problem);
  return text;
}

/** A prefix as a range, which an index can serve. */
function startingWith(prefix: string, compare: (is: Comparison, value: string) => Condition): Condition {
  const end = textAfter(prefix);
  const from = compare('>=', prefix);
  return end === undefined ? from : { every: [from, compare('<', end)] };
}

/** The first text after all that start with this one, by code points; undefined if every code point is the last. */
function textAfter(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  const index = points.findLastIndex((point) => point !== LAST_POINT);
  if (index < 0) return undefined;
  const next = (points[index] ?? 0) + 1;
  const raised = next === SURROGATES.first ? SURROGATES.after : next;
  return String.fromCodePoint(...points.slice(0, index), raised);
}

function isText({ column }: Field): boolean {
  return column.type === 'string' || column.type === 'text';
}

function refuse({ path }: Pick<Sent, 'path'>, problem: Text) {
  return badParameters({ [path.slice(0, 200)]: problem });
}
