import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { type AppError, badParameters } from '../errors.ts';
import { type ActingReads, rightsOver } from './act.ts';
import { meeting } from './meeting.ts';
import type { Use } from './rights.ts';

/** Those of these rows that whoever acts may put to all these uses. */
export async function within<R extends Raw>(
  reads: ActingReads,
  definition: Definition,
  rows: readonly R[],
  uses: readonly Use[],
): Promise<readonly R[]> {
  const rights = await rightsOver(reads, definition);
  return rights ? meeting(reads, definition, rights.rows(definition, ...uses), rows) : rows;
}

/** Why rows cannot be kept as they are to be, in the rows' places: that whoever acts may not have such. */
export async function beyondReach(
  reads: ActingReads,
  definition: Definition,
  rows: readonly Raw[],
  uses: readonly Use[] = ['create'],
): Promise<(AppError | undefined)[]> {
  const left = await within(reads, definition, rows, uses);
  if (left.length === rows.length) return [];
  const mine = new Set(left);
  // Which part of the rule it is would tell the rule.
  return rows.map((row) =>
    mine.has(row) ? undefined : badParameters({ '': '这样的记录超出了你的权限范围' }),
  );
}
