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

/**
 * A row's value from what a driver returned; drivers differ in how they return 64 bits. Never called with null. Throws Unfit for a
 * value of another type, which selects of queries may answer on SQLite.
 */
export function decode(column: Column, raw: unknown): unknown {
  switch (column.type) {
    case 'boolean':
      return toNumber(raw, column) === 1;
    case 'integer':
    case 'time':
      return typeof raw === 'number' ? raw : toNumber(raw, column);
    case 'bigint':
      return toBigint(raw, column);
    case 'decimal':
      return withPoint(toBigint(raw, column), column.scale);
    case 'json':
      return column.nested ? nestedValue(column, toJsonValue(raw)) : toJsonValue(raw);
    case 'point':
      return unpacked(toBigint(raw, column));
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

/** A value of another type than its column. */
export class Unfit extends Error {
  readonly type: Column['type'];

  constructor(
    type: Column['type'],
    { of, ...options }: ErrorOptions & { readonly of?: string | undefined } = {},
  ) {
    super(`${of === undefined ? 'a value' : `the value of '${of}'`} is no ${type}`, options);
    this.type = type;
  }
}

function toNumber(raw: unknown, { type }: Column): number {
  const number = Number(raw);
  if (raw === '' || Number.isNaN(number)) throw new Unfit(type);
  return number;
}

function toBigint(raw: unknown, { type }: Column): bigint {
  if (typeof raw === 'bigint') return raw;
  if (raw === '') throw new Unfit(type); // which would be 0
  try {
    return BigInt(raw as string | number);
  } catch (cause) {
    throw new Unfit(type, { cause });
  }
}

function toJsonValue(raw: unknown): unknown {
  try {
    return fromJson(raw as string);
  } catch (cause) {
    throw new Unfit('json', { cause });
  }
}

/** The exact sum, on engines whose sums exceed 64 bits. */
export const wideSum: Engine['sum'] = {
  sql: (column) => `sum("${column}")`,
  read: (raw) => BigInt(String(raw)),
};
