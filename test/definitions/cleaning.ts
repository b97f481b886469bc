import assert from 'node:assert/strict';
import { Problem } from '../../server/definitions/problem.ts';

interface Cleaning {
  clean(value: unknown): unknown;
}

export function takes(field: Cleaning, value: unknown, kept: unknown = value): void {
  assert.deepEqual(field.clean(value), kept);
}

export function refuses(field: Cleaning, ...values: unknown[]): void {
  for (const value of values) {
    const cleaned = field.clean(value);
    assert.ok(cleaned instanceof Problem, `${String(value)} was taken as ${String(cleaned)}`);
  }
}
