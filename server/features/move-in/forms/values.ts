import { momentIn } from '../../../shared/moments.ts';

// How values of other systems are read.

export const asIs = (value: unknown) => value;

export const asText = (value: unknown) => (value === null || value === undefined ? null : String(value));

/** A float as a decimal with so many digits after the point. */
export function rounded(value: unknown, digits: number): string | null {
  const number = Number(value);
  return value === null || value === undefined || !Number.isFinite(number) ? null : number.toFixed(digits);
}

/** Milliseconds; times without a zone are in UTC. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const isWhole = /[zZ]|[+-]\d\d:?\d\d$|^\d{4}-\d\d-\d\d$/.test(value);
  return momentIn(isWhole ? value : `${value}Z`) ?? null;
}
