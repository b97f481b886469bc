import type { Column } from '../../../contract/column.ts';
import { fromOtherKind } from '../../definitions/from-other-kind.ts';
import { Problem } from '../../definitions/problem.ts';
import type { Target } from './step.ts';

/** Stands for what a field holds in place of a value that it cannot hold. */
export const unfit = Symbol('unfit');

/** What the field holds in place of a value, or `unfit`. */
export function fitted(value: unknown, { field, isConverted }: Target): unknown {
  if (!isConverted) return value === null || isWithin(value, field.column) ? value : unfit;
  const isNone = Array.isArray(value) && value.length === 0 && field.column.type === 'bigint';
  if (value === null || isNone) return field.initial ?? (field.nullable ? null : unfit);
  const kept = field.clean(fromOtherKind(field, value));
  return kept instanceof Problem ? unfit : kept;
}

/** Whether a value of a wider column of the same kind is within this one's bounds. */
function isWithin(value: unknown, column: Column): boolean {
  switch (column.type) {
    case 'string':
      return [...(value as string)].length <= column.length;
    case 'integer':
      return BigInt.asIntN(32, value as bigint) === value;
    case 'decimal':
      return String(value).replace(/\D/g, '').replace(/^0+/, '').length <= column.precision;
    default:
      return true;
  }
}
