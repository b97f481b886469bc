import { createHash } from 'node:crypto';
import type { Column, DecimalColumn } from '../../../contract/column.ts';
import type { Raw } from '../../database/engine.ts';
import { unitsOf } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Bindings } from './conditions/bindings.ts';
import { type Condition, onFirstOf } from './conditions/condition.ts';
import type { Sort } from './sort.ts';

/** Where a page ended: the values of the sorted columns in its last record. */
export type Cursor = readonly unknown[];

/** A cursor as a client sends it back. */
export interface ReadCursor {
  readonly values: Cursor;
  /** Present if texts were too long to be sent; `values` holds their beginnings. */
  readonly shortened: Shortened | undefined;
}

/** The record that held the whole texts, which columns of the sort they are, and what identifies them. */
interface Shortened {
  readonly record: bigint | string;
  readonly cut: readonly number[];
  readonly digest: string;
}

/** A longer token would not fit into a request line behind a proxy, which often takes 8192 bytes. */
const MOST_CHARACTERS = 4000;
/** The code points that are kept of a text too long to be sent. */
const KEPT = 200;
/** Sorts after every text on every engine, because all sort by code points. */
const LAST = '\u{10FFFF}';

/** Writes a position in a list as an opaque token; `holder` is a record with these values. */
export function writeCursor(
  sort: Sort,
  record: Readonly<Record<string, unknown>>,
  holder: unknown = record.id,
): string {
  const values = sort.map(({ column }) =>
    typeof record[column] === 'bigint' ? `${record[column]}n` : record[column],
  );
  const whole = encode(values);
  if (whole.length <= MOST_CHARACTERS) return whole;
  const kept = values.map((value) => (typeof value === 'string' ? firstOf(value) : value));
  const cut = values.flatMap((value, index) => (value === kept[index] ? [] : index));
  const row = typeof holder === 'string' ? holder : `${holder}n`;
  return encode([...kept, { row, cut, digest: digestOf(values, cut) }]);
}

/** Whether positions in this order may need a record that holds their texts. */
export function mayBeShortened(sort: Sort): boolean {
  const characters = sort.reduce((sum, { kind }) => sum + (kind.type === 'string' ? kind.length : 0), 0);
  const mostPerCharacter = 8; // `\u0001` in base64
  return characters * mostPerCharacter > MOST_CHARACTERS / 2;
}

/** Reads what `writeCursor` wrote for the same sort. Throws for anything else, naming the parameter. */
export function readCursor(sort: Sort, text: string, parameter: 'after' | 'before'): ReadCursor {
  try {
    return readPosition(sort, text);
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    throw badParameters({ [parameter]: message('notAPosition') });
  }
}

function readPosition(sort: Sort, text: string): ReadCursor {
  const read = parse(text);
  if (!read || read.length < sort.length || read.length > sort.length + 1) throw new NotOurs();
  const [values, rest] = [read.slice(0, sort.length), read[sort.length]];
  return {
    values: sort.map(({ kind, nullable }, index) => {
      const value = values[index];
      return value === null && nullable ? null : toValue(kind, value);
    }),
    shortened: read.length > sort.length ? readShortened(sort, rest) : undefined,
  };
}

/** The whole values of a shortened position, if its record still holds them; otherwise undefined. */
export function completed(sort: Sort, { values, shortened }: ReadCursor, record: Raw): Cursor | undefined {
  if (!shortened) return values;
  const found = sort.map(({ column }) => record[column]);
  return digestOf(found, shortened.cut) === shortened.digest
    ? values.map((value, index) => (shortened.cut.includes(index) ? found[index] : value))
    : undefined;
}

/** A shortened position, moved before all records whose texts begin alike: records may repeat, but none is lost. */
export function beforeAlike(sort: Sort, { values, shortened }: ReadCursor): Cursor {
  return values.map((value, index) =>
    shortened?.cut.includes(index) && sort[index]?.descending ? `${value}${LAST}` : value,
  );
}

/**
 * The records after a cursor, as ranges: each is equal to the cursor in some leading columns and beyond it in the next one.
 * An index serves each range; it could not serve one condition over all of them.
 */
export function keysetRanges(sort: Sort, cursor: Cursor, bindings: Bindings): Condition[] {
  return rangesBeyond(sort, bindCursor(sort, cursor, bindings));
}

/**
 * Like `keysetRanges`, but returns the same object for ranges that differ only in values, so what was built for them can be
 * reused.
 */
export function makeKeysetRanges(sort: Sort): (cursor: Cursor, bindings: Bindings) => readonly Condition[] {
  const known = new Map<string, readonly Condition[]>();
  return (cursor, bindings) => {
    const slots = bindCursor(sort, cursor, bindings);
    const form = slots.join();
    const ranges = known.get(form) ?? rangesBeyond(sort, slots);
    known.set(form, ranges);
    return ranges;
  };
}

/** The slots of a cursor's values; none for null. */
function bindCursor(sort: Sort, cursor: Cursor, bindings: Bindings): (string | undefined)[] {
  return sort.map(({ kind }, index) =>
    cursor[index] !== null ? bindings.add(kind, cursor[index]) : undefined,
  );
}

function rangesBeyond(sort: Sort, slots: readonly (string | undefined)[]): Condition[] {
  const same = sort.map((part, index): Condition => {
    const { column } = part;
    const slot = slots[index];
    return onColumn(part, slot === undefined ? { column, isNull: true } : { column, is: '=', slot });
  });
  return sort.flatMap((part, index) =>
    beyond(part, slots[index]).map((further) => ({
      every: [...same.slice(0, index), onColumn(part, further)],
    })),
  );
}

/** The ranges of one column after a value; after null if the slot is missing. */
function beyond({ column, descending, nullable }: Sort[number], slot: string | undefined): Condition[] {
  if (slot === undefined) return descending ? [] : [{ column, isNull: false }];
  const further: Condition = { column, is: descending ? '<' : '>', slot };
  return descending && nullable ? [further, { column, isNull: true }] : [further];
}

/** A condition on a column of a sort, wherever its values are. */
export function onColumn({ column, sources }: Sort[number], condition: Condition): Condition {
  return sources ? onFirstOf(sources, column, condition) : condition;
}

function encode(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

function firstOf(text: string): string {
  return [...text.slice(0, 2 * KEPT)].slice(0, KEPT).join('');
}

function digestOf(values: readonly unknown[], cut: readonly number[]): string {
  const texts = cut.map((index) => values[index]);
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

function readShortened(sort: Sort, given: unknown): Shortened {
  const { row, cut, digest } = Object(given) as Readonly<Record<string, unknown>>;
  const isText = (index: unknown) => sort[Number(index)]?.kind.type === 'string';
  if (!Array.isArray(cut) || !cut.every(isText) || typeof digest !== 'string') throw new NotOurs();
  const id = sort.find(({ column }) => column === 'id');
  const record = id?.kind.type === 'string' ? toValue(id.kind, row) : toBigint(row);
  return { record: record as bigint | string, cut, digest }; // as its column is
}

function parse(text: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined; // not a cursor; the caller reports it
  }
}

/** Reads a value of this column as `writeCursor` wrote it. Refuses a forged one before it reaches an engine. */
function toValue(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'bigint':
      return toBigint(value);
    case 'integer':
    case 'time':
      if (Number.isSafeInteger(value)) return value;
      break;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      break;
    case 'decimal':
      if (typeof value === 'string' && isDecimal(value, column)) return value;
      break;
    default:
      if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0')) return value;
  }
  throw new NotOurs();
}

function toBigint(value: unknown): bigint {
  const [, digits] = typeof value === 'string' ? (/^(-?\d{1,19})n$/.exec(value) ?? []) : [];
  if (digits === undefined || !isInt64(BigInt(digits))) throw new NotOurs();
  return BigInt(digits);
}

/** Whether a decimal has the column's number of fraction digits and fits into what stores it. */
function isDecimal(text: string, column: DecimalColumn): boolean {
  const [, whole, fraction = ''] = /^(-?\d{1,65})(?:\.(\d{1,65}))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length !== column.scale) return false;
  const { least, most } = unitsOf(column);
  const units = BigInt(whole + fraction);
  return units >= least && units <= most;
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Thrown for a text that is not a cursor. */
class NotOurs extends Error {}
