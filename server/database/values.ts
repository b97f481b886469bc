import type { Column } from '../../contract/column.ts';
import { toJson } from '../shared/exact-json.ts';
import { type Point, packed, unpacked } from '../shared/globe.ts';
import { fromJson } from '../shared/json.ts';
import { withPoint } from '../shared/text/with-point.ts';
import type { Engine } from './engine.ts';
import { nestedValue } from './nested-values.ts';

// All engines store values alike. Numbers have 64 bits, and a decimal is a whole number of its smallest unit, so they compare,
// sort and add exactly and in the same way everywhere. JSON is stored as text, and returned as it was sent.

/** A row's value as engines store it. Never called with null. */
export function encode(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'decimal':
      return BigInt(String(value).replace('.', ''));
    case 'point':
      return packed(value as Point); // cleaned by its field
    case 'json':
    case 'ids':
      return toJson(value);
    default:
      return value;
  }
}

/** A stored value as an SQL literal, the same on every engine. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** A row's value from what a driver returned; drivers differ in how they return 64 bits. Never called with null. */
export function decode(column: Column, raw: unknown): unknown {
  switch (column.type) {
    case 'boolean':
      return Number(raw) === 1;
    case 'integer':
    case 'time':
      return Number(raw);
    case 'bigint':
      return toBigint(raw);
    case 'decimal':
      return withPoint(toBigint(raw), column.scale);
    case 'json':
      return column.nested ? nestedValue(column, fromJson(raw as string)) : fromJson(raw as string);
    case 'point':
      return unpacked(toBigint(raw));
    case 'ids':
      return toIds(raw as string);
    default:
      return raw;
  }
}

/** Whether `encode` and `decode` change no value of a column. */
export function isStoredAsIs({ type }: Column): boolean {
  return type === 'string' || type === 'text';
}

/** Reads the JSON of a list of ids. */
function toIds(text: string): bigint[] {
  return text === '[]' ? [] : text.slice(1, -1).split(',').map(BigInt);
}

function toBigint(raw: unknown): bigint {
  return typeof raw === 'bigint' ? raw : BigInt(raw as string | number);
}

/** The exact sum, on engines whose sums exceed 64 bits. */
export const wideSum: Engine['sum'] = {
  sql: (column) => `sum("${column}")`,
  read: (raw) => BigInt(String(raw)),
};
