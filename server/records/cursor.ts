import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Bindings } from './bindings.ts';
import type { Condition } from './condition.ts';
import type { Sort } from './sort.ts';

/** Where a page ended: the last row's values of the sorted columns, in the order of the sort. */
export type Cursor = readonly unknown[];

/** Writes a place in a list as an opaque word. */
export function writeCursor(sort: Sort, row: Readonly<Record<string, unknown>>): string {
  const values = sort.map(({ column }) =>
    typeof row[column] === 'bigint' ? `${row[column]}n` : row[column],
  );
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Reads what `writeCursor` wrote for the same order. Throws for anything else. */
export function readCursor(definition: Definition, sort: Sort, text: string): Cursor {
  const values = parse(text);
  if (values?.length !== sort.length) throw notOurs();
  return sort.map(({ column, nullable }, index) => {
    const value = values[index];
    return value === null && nullable ? null : toValue(definition.columns[column]?.type, value);
  });
}

/**
 * The rows behind a cursor, in stretches: those beyond it in one column and like it in the columns before. Each is a single
 * range of an index, where one condition over all of them would be none.
 */
export function stretchesBehind(
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

/** The stretches of one column behind a value; behind nothing, where the slot is missing. */
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
    return undefined; // not ours; told by the caller
  }
}

function toValue(type: string | undefined, value: unknown): unknown {
  if (type === 'bigint') {
    if (typeof value !== 'string' || !/^-?\d{1,19}n$/.test(value)) throw notOurs();
    const number = BigInt(value.slice(0, -1));
    if (BigInt.asIntN(64, number) !== number) throw notOurs();
    return number;
  }
  const expected =
    type === 'boolean' ? 'boolean' : type === 'integer' || type === 'time' ? 'number' : 'string';
  if (typeof value !== expected || (typeof value === 'string' && value.includes('\0'))) throw notOurs();
  if (type === 'decimal' && !/^-?\d{1,18}(\.\d{1,18})?$/.test(String(value))) throw notOurs();
  return value;
}

function notOurs() {
  return badParameters({ after: '不是此列表给出的位置' });
}
