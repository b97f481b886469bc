import type { Column } from '../../contract/column.ts';
import { MAX_MEASURES } from '../../contract/limits.ts';
import type { Definition } from '../definitions/define-record.ts';
import { withPoint } from '../definitions/with-point.ts';
import { badParameters } from '../errors.ts';
import { fieldNamed } from './names.ts';
import type { Rights } from './rights.ts';

/** What is told of the values that many rows hold in a field. */
export type Measure = 'sum' | 'avg' | 'min' | 'max';

/** What is asked of many rows: each measure with its fields, and whether they are counted. */
export interface Measures {
  readonly count: boolean;
  readonly of: readonly { readonly measure: Measure; readonly name: string; readonly column: Column }[];
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal']);
const UNORDERED: ReadonlySet<string> = new Set(['text', 'json', 'ids', 'boolean']);
/** How many more digits than its field an average has. */
const AVERAGE_DIGITS = 6;

/** Which measures a column's values have. */
export function measuresOf({ type }: Column): Measure[] {
  return [
    ...(NUMBERS.has(type) ? (['sum', 'avg'] as const) : []),
    ...(UNORDERED.has(type) ? [] : (['min', 'max'] as const)),
  ];
}

/** Reads `count,sum.price,max.create_time`. Throws naming what is unknown, not readable, or not told of such a field. */
export function readMeasures(definition: Definition, text: string, rights: Rights): Measures {
  const asked = [...new Set(text.split(','))].filter((name) => name !== '');
  if (asked.length === 0) throw badParameters({ select: '不能为空' });
  if (asked.length > MAX_MEASURES) throw badParameters({ select: `不能超过 ${MAX_MEASURES} 项` });
  const of = asked
    .filter((one) => one !== 'count')
    .map((one) => {
      const [word = '', name = '', ...rest] = one.split('.');
      const column = fieldNamed(definition, name, rights)?.column;
      const measure = column && measuresOf(column).find((known) => known === word);
      if (!measure || rest.length > 0) throw badParameters({ select: `不能计算 ${one.slice(0, 100)}` });
      return { measure, name, column };
    });
  return { count: asked.includes('count'), of };
}

/** A sum in units of the field's last digit, as its field would write it: a decimal, or a whole number of any size. */
export function toSum(column: Column, units: bigint): unknown {
  return column.type === 'decimal' ? withPoint(units, column.scale) : units;
}

/** The exact average as a decimal, rounded to six digits more than its field has, halves away from zero. */
export function toAverage(column: Column, units: bigint, count: bigint): string {
  const scaled = units * 10n ** BigInt(AVERAGE_DIGITS);
  const half = scaled < 0n ? -(count / 2n) : count / 2n;
  const scale = column.type === 'decimal' ? column.scale : 0;
  return withPoint((scaled + half) / count, scale + AVERAGE_DIGITS);
}
