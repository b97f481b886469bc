import type { Definition } from '../../definitions/define-record.ts';
import type { Field } from '../../definitions/field.ts';
import { Problem } from '../../definitions/problem.ts';

let count = 0;

/** Values for the required fields of a row; references are left out. */
export function valuesOf({ fields }: Definition): Record<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const value = field.required && field.target === undefined ? madeUp(field) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** A value that the field takes, or undefined if none was found: then the test has to give one. */
function madeUp(field: Field): unknown {
  const { enum: choices, minimum = 1 } = field.input;
  const number = `n${++count}`;
  const candidates = [
    Array.isArray(choices) ? choices[0] : undefined,
    number,
    `${number}@example.com`,
    `https://example.com/${number}`,
    Number(minimum),
    '1.00',
    '2026-01-01',
    '12:00',
    Date.UTC(2026, 0, 1),
    true,
    '1,1',
    [],
    {},
  ];
  return candidates.find((one) => one !== undefined && takes(field, one));
}

function takes(field: Field, value: unknown): boolean {
  return !(field.clean(value) instanceof Problem);
}
