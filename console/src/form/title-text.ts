import { toJson } from '../../../server/shared/exact-json.ts';

/** The value of a title field as text: empty for a missing value. */
export function titleFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : toJson(value);
}
