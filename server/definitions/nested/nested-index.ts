import { declaredColumn, isWideDecimal } from '../../../contract/column.ts';
import { message } from '../../messages/message.ts';
import { toWide } from '../../shared/wide-number.ts';
import type { Field } from '../field.ts';
import { bigint } from '../fields/bigint.ts';
import { Problem } from '../problem.ts';
import { leafValues } from './leaves.ts';

/** The longest path of names. */
export const MAX_PATH = 200;

/** Longer texts inside lists and groups are not filtered by. */
const MAX_TEXT = 255;

/** A record of the index, without the record that it belongs to. */
export interface IndexedValue {
  readonly path: string;
  readonly number: bigint | null;
  readonly text: string | null;
}

/** The index entries of a field's value, each once. */
export function indexedValues(name: string, field: Field, value: unknown): IndexedValue[] {
  const found = new Map<string, IndexedValue>();
  for (const { path, field: leaf, value: inner } of leafValues(name, field, value)) {
    const column = indexColumn(leaf);
    if (!column) continue;
    for (const one of Array.isArray(inner) ? inner : [inner]) {
      const indexed =
        column === 'text'
          ? { path, number: null, text: toText(leaf, one) }
          : { path, number: toNumber(one), text: null };
      found.set(`${path} ${indexed.number} ${indexed.text}`, indexed);
    }
  }
  return [...found.values()];
}

/** The column of the index that holds a field's values; undefined if none does. */
export function indexColumn({ column: described }: Field): 'number' | 'text' | undefined {
  const column = declaredColumn(described);
  switch (column.type) {
    case 'string':
      return column.length <= MAX_TEXT ? 'text' : undefined;
    case 'text':
    case 'json':
    case 'point':
      return undefined;
    default:
      return 'number';
  }
}

/** A text as it is, and a wide decimal as in a column. */
function toText({ column }: Field, value: unknown): string {
  return isWideDecimal(column) ? toWide(toNumber(value)) : String(value);
}

/** A decimal as a number of its smallest units, as in a column. */
function toNumber(value: unknown): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return BigInt(String(value).replace('.', ''));
}

/** A field as the index compares it: ids of a list one by one, true as 1 and false as 0. */
export function asIndexed(field: Field): Field {
  if (field.column.type === 'ids') return bigint({ required: true });
  if (field.column.type !== 'boolean') return { ...field, nullable: false };
  return {
    ...field,
    nullable: false,
    column: { type: 'integer' },
    compared: (text) => (text === 'true' ? 1 : text === 'false' ? 0 : new Problem(message('notABoolean'))),
  };
}
