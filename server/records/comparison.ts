import { MAX_CHOICES } from '../../contract/limits.ts';
import type { Field } from '../definitions/field.ts';
import { fromText } from '../definitions/from-text.ts';
import { longText } from '../definitions/long-text.ts';
import { Problem } from '../definitions/problem.ts';
import { badParameters } from '../errors.ts';
import type { Bindings } from './bindings.ts';
import { type Comparison, type Condition, never } from './condition.ts';
import type { FilterTree } from './filter-tree.ts';
import { textAfter } from './text-order.ts';

const signs: Readonly<Record<string, Comparison>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** Every word that may stand behind a field. */
export const OPERATORS = [...Object.keys(signs), 'in', 'contains', 'starts', 'null'] as const;

const UNCOMPARABLE: ReadonlySet<string> = new Set(['json', 'ids']);
const anyText = longText({ required: true });

/** One comparison as it was sent. */
interface Sent {
  readonly field: Field;
  readonly column: string;
  readonly word: string;
  readonly value: string | readonly string[];
  readonly place: string;
}

/** Whether this is a comparison, and not a field of the record that is referred to. */
export function isOperator(word: string, value: FilterTree): value is string | readonly string[] {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return OPERATORS.includes(word) && (typeof value === 'string' || (word === 'in' && isList));
}

/**
 * Reads one comparison. `ne` is the opposite of `eq`: it also meets rows that hold nothing. Texts are compared by code
 * point, letter for letter.
 */
export function readComparison(bindings: Bindings, sent: Sent): Condition {
  const { field, column, word, value } = sent;
  const bind = (read: unknown) => bindings.add(field.column, read);
  const compare = (is: Comparison, read: unknown): Condition => ({ column, is, slot: bind(read) });
  if (word !== 'null' && UNCOMPARABLE.has(field.column.type)) throw refuse(sent, '只能用 null 比较');
  switch (word) {
    case 'null':
      return isEmpty(sent, compare);
    case 'in': {
      const values = choices(sent).map((choice) => exact(sent, choice));
      return values.length === 0 ? never : { column, in: bindings.addList(field.column, values) };
    }
    case 'contains':
      return { column, contains: bind(someText(sent, value)) };
    case 'starts':
      return startingWith(someText(sent, value), compare);
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

/** A list of ids is never null, but it may hold none. */
function isEmpty(sent: Sent, compare: (is: Comparison, value: unknown) => Condition): Condition {
  const isNull = flag(sent);
  if (sent.field.column.type === 'ids') return compare(isNull ? '=' : '<>', []);
  return { column: sent.column, isNull };
}

function flag(sent: Sent): boolean {
  if (sent.value === 'true' || sent.value === 'false') return sent.value === 'true';
  throw refuse(sent, '必须是 true 或 false');
}

function choices(sent: Sent): readonly string[] {
  const { value } = sent;
  const list = typeof value === 'string' ? value.split(',') : value;
  if (list.length <= MAX_CHOICES) return list;
  throw refuse(sent, `不能超过 ${MAX_CHOICES} 个值`);
}

/** A value such as the field itself takes. */
function exact(sent: Sent, value: unknown): unknown {
  const read = sent.field.clean(fromText(sent.field, String(value)));
  if (read instanceof Problem) throw refuse(sent, read.text);
  return read;
}

/** A value to compare with; for a text it need not be one that the field would take. */
function bound(sent: Sent, value: unknown): unknown {
  if (isText(sent.field)) return someText(sent, value);
  if (sent.field.column.type === 'boolean') throw refuse(sent, '不能比较大小');
  return exact(sent, value);
}

function someText(sent: Sent, value: unknown): string {
  if (!isText(sent.field)) throw refuse(sent, '只能用于文本');
  const text = anyText.clean(value);
  if (text instanceof Problem) throw refuse(sent, text.text);
  return text;
}

/** As a range, which an index can serve. */
function startingWith(prefix: string, compare: (is: Comparison, value: string) => Condition): Condition {
  const end = textAfter(prefix);
  const from = compare('>=', prefix);
  return end === undefined ? from : { every: [from, compare('<', end)] };
}

function isText({ column }: Field): boolean {
  return column.type === 'string' || column.type === 'text';
}

function refuse({ place }: Sent, problem: string) {
  return badParameters({ [place.slice(0, 200)]: problem });
}
