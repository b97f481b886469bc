import { type AliasableExpression, type ExpressionBuilder, sql } from 'kysely';
import { type Column, isWideDecimal } from '../../../contract/column.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { fromPieces, sumOfPieces } from '../../shared/wide-number.ts';
import { type Measures, toAverage, toSum } from '../query/measures.ts';

/** One group: the values that its records share, and the measures, by measure and field. */
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
export function partsOf({ count, of }: Measures, engine: Engine): Map<string, Part> {
  const parts = new Map<string, Part>();
  if (count) parts.set('_count', { column: { type: 'integer' }, of: (e) => e.fn.countAll() });
  for (const { measure, from, column } of of) {
    if (measure === 'min' || measure === 'max') {
      parts.set(`_${measure}.${from}`, { column, of: (e) => e.fn[measure](from) });
      continue;
    }
    parts.set(`_sum.${from}`, { column: { type: 'text' }, of: () => sql.raw(sumOf(from, column, engine)) });
    parts.set(`_held.${from}`, { column: { type: 'integer' }, of: (e) => e.fn.count(from) });
  }
  return parts;
}

/** One group of the result. `shared` are the values that its records share. */
export function toGroup(record: Raw, shared: Raw, { count, of }: Measures, { sum }: Engine): Group {
  const computed: Record<string, Raw> = {};
  for (const { measure, name, from, column } of of) {
    const held = BigInt((record[`_held.${from}`] as number | undefined) ?? 0);
    const units = held > 0n ? unitsIn(record[`_sum.${from}`], column, held, sum) : 0n;
    const value = {
      min: () => record[`_min.${from}`] ?? null,
      max: () => record[`_max.${from}`] ?? null,
      sum: () => toSum(column, units),
      avg: () => (held > 0n ? toAverage(column, units, held) : null),
    }[measure]();
    computed[measure] = { ...computed[measure], [name]: value };
  }
  return { group: shared, ...(count && { count: (record._count ?? 0) as number }), ...computed };
}

function sumOf(name: string, column: Column, { sum, wholeNumbers }: Engine): string {
  return isWideDecimal(column) ? sumOfPieces(name, wholeNumbers.type) : sum.sql(name);
}

function unitsIn(raw: unknown, column: Column, held: bigint, sum: Engine['sum']): bigint {
  return isWideDecimal(column) ? fromPieces(String(raw), held) : sum.read(raw);
}
