import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Rows } from '../../definitions/types/where.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import { readRows } from '../query/conditions/filter.ts';
import { ConditionEvaluator } from './evaluate-condition.ts';
import type { Reads } from './reads.ts';

/**
 * The candidates that meet a rule. Evaluates in memory what `readRows` expresses in SQL, because candidates may be states that
 * the database does not hold: new, changed or earlier ones. The rows that they refer to are looked up as they are now.
 */
export async function matchingRows<R extends Raw>(
  reads: Reads,
  definition: Definition,
  rows: Rows,
  candidates: readonly R[],
): Promise<readonly R[]> {
  if (rows === 'all' || candidates.length === 0) return candidates;
  if (rows === 'none') return [];
  const { catalogue } = reads;
  const bindings = new Bindings(reads.engine);
  const evaluator = new ConditionEvaluator(reads, bindings.values);
  const condition = readRows({ catalogue, bindings }, definition, rows);
  await evaluator.resolveReferences(definition, condition, candidates);
  return candidates.filter((row) => evaluator.accepts(definition, condition, row));
}
