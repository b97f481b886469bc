import { ExactNumber } from '../../../server/shared/exact-json.ts';

/** The digits of a number that was read exactly; undefined for anything else. */
export function digitsOf(value: unknown): string | undefined {
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;
  return isNumber ? String(value) : undefined;
}
