import type { Column } from '../../contract/column.ts';
import { toJson } from '../shared/exact-json.ts';
import { decode } from './values.ts';

/** A stored JSON value as text. It is stored as JSON already; members that a group was stored without are added. */
export function jsonOf(column: Column, raw: unknown): string {
  return column.type === 'json' && column.nested ? toJson(decode(column, raw)) : (raw as string);
}
