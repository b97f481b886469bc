import type { Raw } from '../../database/engine.ts';
import type { Definition, WhichRecords } from '../../definitions/for-server.ts';
import { type AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import { readRecords } from '../query/conditions/filter.ts';
import type { Use } from '../rights.ts';
import { ConditionEvaluator } from './evaluate-condition.ts';
import type { Reads } from './reads.ts';
import { rightsOver, type WriteReads } from './write-context.ts';

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

/** The records among these on which the actor may do all of these. */
export async function reachableRecords<R extends Raw>(
  reads: WriteReads,
  definition: Definition,
  records: readonly R[],
  uses: readonly Use[],
): Promise<readonly R[]> {
  const rights = await rightsOver(reads, definition);
  return rights ? matchingRecords(reads, definition, rights.records(definition, ...uses), records) : records;
}

/** Errors of records that would be out of the actor's reach, indexed like `records`. */
export async function reachErrors(
  reads: WriteReads,
  definition: Definition,
  records: readonly Raw[],
  uses: readonly Use[],
): Promise<(AppError | undefined)[]> {
  const left = await reachableRecords(reads, definition, records, uses);
  if (left.length === records.length) return [];
  const reachable = new Set(left);
  // Does not say which part of the rule fails: that would reveal the rule.
  return records.map((record) =>
    reachable.has(record) ? undefined : badParameters({ '': message('outOfReach') }),
  );
}
