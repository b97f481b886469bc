import type { Column } from '../../contract/column.ts';
import { withPoint } from '../definitions/with-point.ts';
import { fromJson, toJson } from '../json.ts';
import type { Engine } from './engine.ts';
import { toIds } from './ids.ts';

// All engines keep values alike. Numbers have 64 bits, a decimal is a whole number of its smallest unit: so they compare, sort
// and add exactly, and in the same way everywhere. JSON is text, and answered as it was sent.

/** How a value of a row is written to an engine. Never called with null. */
export function encode(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'decimal':
      return BigInt(String(value).replace('.', ''));
    case 'json':
    case 'ids':
      return toJson(value);
    default:
      return value;
  }
}

/** A kept value as it is written in SQL, the same on every engine. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Reads what an engine's driver handed out for a kept value; drivers differ in how they say 64 bits. Never called with null. */
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
      return fromJson(raw as string);
    case 'ids':
      return toIds(raw as string);
    default:
      return raw;
  }
}

function toBigint(raw: unknown): bigint {
  return typeof raw === 'bigint' ? raw : BigInt(raw as string | number);
}

/** The exact sum of engines whose sums know more than 64 bits. */
export const wideSum: Engine['sum'] = {
  sql: (column) => `sum("${column}")`,
  read: (raw) => BigInt(String(raw)),
};
