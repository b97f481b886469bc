import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { type AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Use } from '../rights.ts';
import { matchingRecords } from './matching-records.ts';
import { rightsOver, type WriteReads } from './write-context.ts';

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
