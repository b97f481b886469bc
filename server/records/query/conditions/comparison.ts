import { MAX_CHOICES, MAX_VALUES } from '../../../../contract/limits.ts';
import {
  type Compared,
  comparedText,
  type Field,
  now,
  Problem,
  toCompared,
  Unheld,
} from '../../../definitions/for-server.ts';
import { AppError, badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { asPartOfLine, asPartOfUniqueLine, composed } from '../../../shared/text/letters.ts';
import type { Bindings } from './bindings.ts';
import { allOf, always, type Comparison, type Condition, type Counted, never } from './condition.ts';
import { NO_VALUE } from './filter-tree.ts';
import { readNear, readWithin } from './near.ts';
import { NEGATED, ORDERING, operatorsOf, problemOfOperator, signs } from './operators.ts';
import type { Unknowns } from './unknowns.ts';

/** The caller, as a value of a field that refers to users. */
const ME = 'me';

const LAST_POINT = 0x10ffff;
const SURROGATES = { first: 0xd800, after: 0xe000 };

/**
 * Where the values of a condition come from: `code` and a `rule` compute them, so that one of another type finds nothing, and in
 * a rule no negation finds what is left; `constants` are what a definition says, so that one that no record can hold is a mistake.
 * By default a client sends them.
 */
export type Origin = 'code' | 'rule' | 'constants';

/** One comparison as sent. */
export interface Sent {
  readonly field: Field;
  readonly column: string;
  readonly word: string;
  readonly value: string | readonly string[];
  readonly path: string;
  readonly from?: Origin | undefined;
  /** How many values a client may list; `MAX_VALUES` by default. */
  readonly mostValues?: number | undefined;
  /** Of the filter around it, which may negate it. */
  readonly unknowns?: Unknowns;
  /** For fields that refer to users: returns the caller's id, or undefined for callers who have not signed in. */
  readonly me?: (() => bigint | undefined) | undefined;
}

/** Binds a value and returns the name of its slot; undefined if no record can hold the value. */
export function readValue(bindings: Bindings, sent: Sent): string | undefined {
  const value = read(sent, String(sent.value));
  return value === undefined || value instanceof Unheld ? undefined : bindings.add(sent.field.column, value);
}

/**
 * Reads one comparison. `ne` is the opposite of `eq`, so it also matches records without a value. Texts are compared exactly,
 * by code point. A value of the field's type that no record can hold finds nothing, but has its place in the order.
 */
export function readComparison(bindings: Bindings, sent: Sent): Condition {
  const { field, column, word, value } = sent;
  const problem = problemOfOperator(field, word);
  if (problem) throw refuse(sent, problem);
  const negated = NEGATED[word];
  if (negated !== undefined)
    return negation(sent, () => readComparison(bindings, { ...sent, word: negated }));
  switch (word) {
    case 'null':
      return isEmpty(bindings, sent);
    case 'in':
      return readIn(bindings, sent);
    case 'near':
      return unlessOfAnotherType(sent, () => readNear(bindings, sent));
    case 'within':
      return unlessOfAnotherType(sent, () => readWithin(bindings, sent));
    case 'contains':
    case 'starts':
    case 'ends':
      return readPart(bindings, sent, word);
    default: {
      const is = signs[word] ?? '=';
      const compared = compare(bindings, sent, is, read(sent, String(value)));
      const isOpposite = is === '<>' && field.nullable && 'is' in compared;
      return isOpposite ? { some: [compared, { column, isNull: true }] } : compared;
    }
  }
}

/** What a condition does not find; in a rule nothing, if it is unknown what that is. */
export function negation(
  { from, unknowns }: Pick<Sent, 'from' | 'unknowns'>,
  read: () => Condition,
): Condition {
  return from === 'rule' && unknowns ? unknowns.negation(read) : { not: read() };
}

/** Reads a comparison of a number of records, such as `gte` 3. */
export function readCounted(
  bindings: Bindings,
  { word, value, path }: { readonly word: string; readonly value: unknown; readonly path: string },
): Counted {
  const is = signs[word];
  if (is === undefined) throw refuse({ path }, message('notAnOperator', { allowed: Object.keys(signs) }));
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw refuse({ path }, message('notAnInteger'));
  const number = Math.max(-1, Math.min(Number.MAX_SAFE_INTEGER, Number(value))); // beyond these, all is the same
  const isMetByNone = {
    '=': number === 0,
    '<>': number !== 0,
    '<': number > 0,
    '<=': number >= 0,
    '>': number < 0,
    '>=': number <= 0,
  }[is];
  return { is, slot: bindings.add({ type: 'integer' }, number), isMetByNone };
}

/** A comparison with a value that was read; undefined is a value of another type, which is less than none and equals none. */
function compare(
  bindings: Bindings,
  { field, column, from }: Sent,
  is: Comparison,
  value: Compared | undefined,
): Condition {
  const to = (sign: Comparison, held: unknown): Condition => ({
    column,
    is: sign,
    slot: bindings.add(field.column, held),
  });
  if (value !== undefined && !(value instanceof Unheld)) return to(is, value);
  if (is === '<>') return value === undefined && from === 'rule' ? never : always;
  if (value === undefined || is === '=') return never;
  const { next } = value;
  if (is === '<' || is === '<=') return next === undefined ? { column, isNull: false } : to('<', next);
  return next === undefined ? never : to('>=', next);
}

function readIn(bindings: Bindings, sent: Sent): Condition {
  const { field, column, value, from } = sent;
  const isOne = field.column.type === 'point'; // its text holds a comma
  const list = typeof value === 'string' ? (isOne ? [value] : value.split(',')) : value;
  const { mostValues = MAX_VALUES } = sent;
  if (from === undefined && list.length > mostValues)
    throw refuse(sent, message('tooManyValues', { max: mostValues }));
  const values = new Set(list.map((one) => read(sent, one)).filter((one) => one !== undefined));
  const held = [...values].filter((one) => !(one instanceof Unheld));
  if (held.length === 0) return never;
  if (held.length <= MAX_CHOICES) return { column, in: bindings.addList(field.column, held) };
  const as = typeof bindings.encoded(field.column, held[0]) === 'string' ? 'text' : 'number';
  return { column, listed: bindings.addJsonList(field.column, held), as };
}

/** An empty list counts as null; in a draft, or in a language that is not the default, it may be null itself. */
function isEmpty(bindings: Bindings, sent: Sent): Condition {
  const isNull = readIsNull(sent);
  if (isNull === undefined) return never;
  const isMissing: Condition = { column: sent.column, isNull };
  if (!isList(sent.field)) return isMissing;
  const compared = compare(bindings, sent, isNull ? '=' : '<>', []);
  if (!sent.field.nullable) return compared;
  return isNull ? { some: [isMissing, compared] } : allOf([isMissing, compared]);
}

/** Whether records without a value are asked for; undefined if code gave what is no answer to that. */
export function readIsNull(sent: Pick<Sent, 'value' | 'from' | 'unknowns' | 'path'>): boolean | undefined {
  if (sent.value === 'true' || sent.value === 'false') return sent.value === 'true';
  if (isComputed(sent)) return noValue(sent);
  throw refuse(sent, message('notABoolean'));
}

function isList({ column, nested }: Field): boolean {
  return column.type === 'ids' || (nested !== undefined && nested.form !== 'group');
}

/** The value to compare with; undefined if code gave one of another type. */
function read(sent: Sent, text: string): Compared | undefined {
  const { field, word, me, from } = sent;
  if (text === NO_VALUE && from === 'constants')
    throw refuse(sent, message('notAnOperator', { allowed: operatorsOf(field) }));
  if (text === NO_VALUE && from !== undefined) return noValue(sent);
  if (field.column.type === 'time' && text === now) return Date.now();
  if (me && text === ME && !ORDERING.has(word)) {
    const caller = me();
    if (caller === undefined) throw refuse(sent, message('meWithoutCaller'));
    return caller;
  }
  const mistake = from === 'constants' ? field.problemOfConstant?.(text) : undefined;
  if (mistake) throw refuse(sent, mistake);
  const value = toCompared(field, text);
  if (!(value instanceof Problem)) return value;
  if (isComputed(sent)) return noValue(sent);
  throw refuse(sent, value.text);
}

function isComputed({ from }: Pick<Sent, 'from'>): boolean {
  return from === 'code' || from === 'rule';
}

function noValue({ unknowns }: Pick<Sent, 'unknowns'>): undefined {
  unknowns?.note();
  return undefined;
}

/** Reads what code may have given a value of another type: then it finds nothing. */
function unlessOfAnotherType(sent: Sent, reading: () => Condition): Condition {
  try {
    return reading();
  } catch (cause) {
    if (!isComputed(sent) || !(cause instanceof AppError)) throw cause;
    sent.unknowns?.note();
    return never;
  }
}

/** How a part of a text is written in a field. */
function partIn({ isLine, isDistinct }: Field): (text: string) => string {
  if (!isLine) return composed;
  return isDistinct ? asPartOfUniqueLine : asPartOfLine;
}

/** Reads a text that a value may contain, start or end with. Every text contains the empty one. */
function readPart(bindings: Bindings, sent: Sent, how: 'contains' | 'starts' | 'ends'): Condition {
  const { field, column } = sent;
  const sought = String(sent.value);
  if (sought === NO_VALUE && isComputed(sent)) {
    sent.unknowns?.note();
    return never;
  }
  const text = comparedText(partIn(field)(sought));
  if (text === '') return { column, isNull: false };
  if (typeof text !== 'string') return never;
  const problem = field.problemOfPart?.(text, how === 'starts' ? how : 'contains');
  if (problem && !isComputed(sent)) throw refuse(sent, problem);
  if (problem) {
    sent.unknowns?.note();
    return never;
  }
  if (how === 'contains') return { column, contains: bindings.add(field.column, text) };
  if (how === 'ends') {
    const characters = bindings.add({ type: 'integer' }, Array.from(text).length);
    return { column, ends: bindings.add(field.column, text), characters };
  }
  const end = textAfter(text);
  const start = compare(bindings, sent, '>=', text); // as a range, which an index can serve
  return end === undefined ? start : { every: [start, compare(bindings, sent, '<', end)] };
}

/** The first text after all that start with this one, by code points; undefined if every code point is the last. */
function textAfter(prefix: string): string | undefined {
  const characters = Array.from(prefix);
  const index = characters.findLastIndex((character) => character.codePointAt(0) !== LAST_POINT);
  if (index < 0) return undefined;
  const next = (characters[index]?.codePointAt(0) ?? 0) + 1;
  const raised = next === SURROGATES.first ? SURROGATES.after : next;
  return characters.slice(0, index).join('') + String.fromCodePoint(raised);
}

function refuse({ path }: Pick<Sent, 'path'>, problem: Text) {
  return badParameters({ [path.slice(0, 200)]: problem });
}
