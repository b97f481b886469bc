import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Sort } from './sort.ts';

/** Where a page ended: the last row's values of the sorted columns, bound as `after_<column>`. */
export type Cursor = Readonly<Record<string, unknown>>;

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
  return Object.fromEntries(
    sort.map(({ column }, index) => [
      `after_${column}`,
      toValue(definition.columns[column]?.type, values[index]),
    ]),
  );
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
