import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { type AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Use } from '../rights.ts';
import { matchingRows } from './matching-rows.ts';
import { rightsOver, type WriteReads } from './write-context.ts';

/** The rows among these on which the actor may do all of these. */
export async function reachableRows<R extends Raw>(
  reads: WriteReads,
  definition: Definition,
  rows: readonly R[],
  uses: readonly Use[],
): Promise<readonly R[]> {
  const rights = await rightsOver(reads, definition);
  return rights ? matchingRows(reads, definition, rights.rows(definition, ...uses), rows) : rows;
}

/** Errors of rows that would be out of the actor's reach, indexed like `rows`. */
export async function reachErrors(
  reads: WriteReads,
  definition: Definition,
  rows: readonly Raw[],
  uses: readonly Use[],
): Promise<(AppError | undefined)[]> {
  const left = await reachableRows(reads, definition, rows, uses);
  if (left.length === rows.length) return [];
  const reachable = new Set(left);
  // Does not say which part of the rule fails: that would reveal the rule.
  return rows.map((row) => (reachable.has(row) ? undefined : badParameters({ '': message('outOfReach') })));
}
