import type { Column } from '../../../contract/column.ts';
import { fromText } from '../../definitions/from-text.ts';
import { Problem } from '../../definitions/problem.ts';
import type { Target } from './step.ts';

/** A value that the column cannot take. */
export const unfit = Symbol('unfit');

/** What the target holds in place of a value, or `unfit`. */
export function fitted(value: unknown, to: Target): unknown {
  const { field, column, isConverted } = to;
  if (value === null) return field.initial ?? (field.nullable ? null : unfit);
  if (!isConverted) return isWithin(value, column) ? value : unfit;
  const kept = field.clean(asSent(value, to));
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

/** The value as a client would send it to a field of the other kind. */
function asSent(value: unknown, { column, field }: Target): unknown {
  if (Array.isArray(value)) return column.type === 'bigint' && value.length === 1 ? value[0] : value;
  if (typeof value === 'object') return value;
  switch (column.type) {
    case 'ids':
      return [value];
    case 'json':
      return value;
    case 'integer':
    case 'bigint':
      return fromText(field, String(value).replace(/\.0+$/, ''));
    default:
      return fromText(field, String(value));
  }
}
