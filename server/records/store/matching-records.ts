import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { WhichRecords } from '../../definitions/types/where.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import { readRecords } from '../query/conditions/filter.ts';
import { ConditionEvaluator } from './evaluate-condition.ts';
import type { Reads } from './reads.ts';

/**
 * The candidates that meet a rule. Evaluates in memory what `readRecords` expresses in SQL, because candidates may be states that
 * the database does not hold: new, changed or earlier ones. The records that they refer to are looked up as they are now.
 */
export async function matchingRecords<R extends Raw>(
  reads: Reads,
  definition: Definition,
  records: WhichRecords,
  candidates: readonly R[],
): Promise<readonly R[]> {
  if (records === 'all' || candidates.length === 0) return candidates;
  if (records === 'none') return [];
  const { catalogue } = reads;
  const bindings = new Bindings(reads.engine);
  const evaluator = new ConditionEvaluator(reads, bindings.values);
  const condition = readRecords({ catalogue, bindings }, definition, records);
  await evaluator.resolveReferences(definition, condition, candidates);
  return candidates.filter((record) => evaluator.accepts(definition, condition, record));
}
