import { toJson } from '../../../server/shared/exact-json.ts';

/** The value of a title field as text; empty if there is none. */
export function titleFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : toJson(value);
}
