import type { Column } from '../../../contract/column.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Bindings } from './bindings.ts';
import type { Condition } from './condition.ts';
import type { Sort } from './sort.ts';

/** Where a page ended: the values of the sorted columns in its last row. */
export type Cursor = readonly unknown[];

/** Writes a position in a list as an opaque token. */
export function writeCursor(sort: Sort, row: Readonly<Record<string, unknown>>): string {
  const values = sort.map(({ column }) =>
    typeof row[column] === 'bigint' ? `${row[column]}n` : row[column],
  );
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Reads what `writeCursor` wrote for the same sort. Throws for anything else. */
export function readCursor(definition: Definition, sort: Sort, text: string): Cursor {
  const values = parse(text);
  if (values?.length !== sort.length) throw notOurs();
  return sort.map(({ column, nullable }, index) => {
    const value = values[index];
    return value === null && nullable ? null : toValue(definition.columns[column], value);
  });
}

/**
 * The rows after a cursor, as ranges: each is equal to the cursor in some leading columns and beyond it in the next one.
 * An index serves each range; it could not serve one condition over all of them.
 */
export function keysetRanges(
  { columns }: Definition,
  sort: Sort,
  cursor: Cursor,
  bindings: Bindings,
): Condition[] {
  const slots = sort.map(({ column }, index) => {
    const kind = columns[column];
    return kind && cursor[index] !== null ? bindings.add(kind, cursor[index]) : undefined;
  });
  const same = sort.map(({ column }, index): Condition => {
    const slot = slots[index];
    return slot === undefined ? { column, isNull: true } : { column, is: '=', slot };
  });
  return sort.flatMap((part, index) =>
    beyond(part, slots[index]).map((further) => ({ every: [...same.slice(0, index), further] })),
  );
}

/** The ranges of one column after a value; after null if the slot is missing. */
function beyond({ column, descending, nullable }: Sort[number], slot: string | undefined): Condition[] {
  if (slot === undefined) return descending ? [] : [{ column, isNull: false }];
  const further: Condition = { column, is: descending ? '<' : '>', slot };
  return descending && nullable ? [further, { column, isNull: true }] : [further];
}

function parse(text: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined; // not a cursor; the caller reports it
  }
}

/** A value as `writeCursor` writes it for this column. Refuses a forged one before it reaches an engine. */
function toValue(column: Column | undefined, value: unknown): unknown {
  switch (column?.type) {
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
      if (typeof value === 'string' && isDecimal(value, column.scale)) return value;
      break;
    default:
      if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0')) return value;
  }
  throw notOurs();
}

function toBigint(value: unknown): bigint {
  const [, digits] = typeof value === 'string' ? (/^(-?\d{1,19})n$/.exec(value) ?? []) : [];
  if (digits === undefined || !isInt64(BigInt(digits))) throw notOurs();
  return BigInt(digits);
}

/** Whether a decimal has the column's number of fraction digits and fits into the 64 bits that store it. */
function isDecimal(text: string, scale: number): boolean {
  const [, whole, fraction = ''] = /^(-?\d{1,19})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  return whole !== undefined && fraction.length === scale && isInt64(BigInt(whole + fraction));
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

function notOurs() {
  return badParameters({ after: message('notAPosition') });
}
