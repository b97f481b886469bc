import { type AliasableExpression, type ExpressionBuilder, sql } from 'kysely';
import type { Column } from '../../../contract/column.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { type Measures, toAverage, toSum } from '../query/measures.ts';

/** One group: the values that its rows share, and the measures, by measure and field. */
export interface Group {
  readonly group: Raw;
  readonly count?: number;
  readonly [measure: string]: unknown;
}

/** A column of the result: how it is computed, and what it holds. */
export interface Part {
  readonly column: Column;
  of(e: ExpressionBuilder<Tables, string>): AliasableExpression<unknown>;
}

/** The columns that a statement must compute, under names that no field has. */
export function partsOf({ count, of }: Measures, { sum }: Engine): Map<string, Part> {
  const parts = new Map<string, Part>();
  if (count) parts.set('_count', { column: { type: 'integer' }, of: (e) => e.fn.countAll() });
  for (const { measure, name, column } of of) {
    if (measure === 'min' || measure === 'max') {
      parts.set(`_${measure}.${name}`, { column, of: (e) => e.fn[measure](name) });
      continue;
    }
    parts.set(`_sum.${name}`, { column: { type: 'text' }, of: () => sql.raw(sum.sql(name)) });
    parts.set(`_held.${name}`, { column: { type: 'integer' }, of: (e) => e.fn.count(name) });
  }
  return parts;
}

/** One group of the result. */
export function toGroup(row: Raw, names: readonly string[], { count, of }: Measures, { sum }: Engine): Group {
  const computed: Record<string, Raw> = {};
  for (const { measure, name, column } of of) {
    const held = BigInt((row[`_held.${name}`] as number | undefined) ?? 0);
    const units = held > 0n ? sum.read(row[`_sum.${name}`]) : 0n;
    const value = {
      min: () => row[`_min.${name}`],
      max: () => row[`_max.${name}`],
      sum: () => toSum(column, units),
      avg: () => (held > 0n ? toAverage(column, units, held) : null),
    }[measure]();
    computed[measure] = { ...computed[measure], [name]: value };
  }
  const group = Object.fromEntries(names.map((name) => [name, row[name]]));
  return { group, ...(count && { count: row._count as number }), ...computed };
}
