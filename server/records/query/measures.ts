import type { Column } from '../../../contract/column.ts';
import { MAX_MEASURES } from '../../../contract/limits.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { withPoint } from '../../shared/text/with-point.ts';
import type { Rights } from '../rights.ts';
import { fieldNamed } from './names.ts';
import type { Paths } from './paths.ts';

/** What can be computed from a field's values in many records. */
export type Measure = 'sum' | 'avg' | 'min' | 'max';

/** The measures of fields that a client asks for, and whether to count the records. */
export interface Measures {
  readonly count: boolean;
  readonly of: readonly MeasureOf[];
}

/** A measure of one field. */
interface MeasureOf {
  readonly measure: Measure;
  /** Its name in the answer, and its field. */
  readonly name: string;
  readonly from: string;
  readonly column: Column;
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal']);
const UNORDERED: ReadonlySet<string> = new Set(['text', 'json', 'ids', 'boolean', 'point']);
/** The fraction digits that an average has beyond its field's. */
const AVERAGE_DIGITS = 6;

/** The measures of a column. */
export function measuresOf({ type }: Column): Measure[] {
  return [
    ...(NUMBERS.has(type) ? (['sum', 'avg'] as const) : []),
    ...(UNORDERED.has(type) ? [] : (['min', 'max'] as const)),
  ];
}

/** Reads `count,sum.price,max.create_time`. Throws naming what is unknown, unreadable, or not a measure of the field. */
export function readMeasures(definition: Definition, text: string, rights: Rights, paths?: Paths): Measures {
  const asked = [...new Set(text.split(','))].filter((name) => name !== '');
  if (asked.length === 0) throw badParameters({ select: message('empty') });
  if (asked.length > MAX_MEASURES)
    throw badParameters({ select: message('tooManyItems', { max: MAX_MEASURES }) });
  const of = asked
    .filter((one) => one !== 'count')
    .map((one) => {
      const [word = '', ...names] = one.split('.');
      const name = names.join('.');
      const path = paths?.find(name);
      const column = path ? path.kind : fieldNamed(definition, name, rights)?.column;
      const measure = column && measuresOf(column).find((known) => known === word);
      if (!measure || path?.period)
        throw badParameters({ select: message('notAMeasure', { name: one.slice(0, 100) }) });
      return { measure, name, from: path?.column ?? name, column };
    });
  return { count: asked.includes('count'), of };
}

/** A sum, given in units of the field's last digit: as a decimal, or as an integer of any size. */
export function toSum(column: Column, units: bigint): bigint | string {
  return column.type === 'decimal' ? withPoint(units, column.scale) : units;
}

/** The exact average as a decimal, rounded half away from zero to six digits more than the field has. */
export function toAverage(column: Column, units: bigint, count: bigint): string {
  const scaled = units * 10n ** BigInt(AVERAGE_DIGITS);
  const half = scaled < 0n ? -(count / 2n) : count / 2n;
  const scale = column.type === 'decimal' ? column.scale : 0;
  return withPoint((scaled + half) / count, scale + AVERAGE_DIGITS);
}
