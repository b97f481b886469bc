import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import { type ActingReads, rightsOver } from './act.ts';
import { cleanWhole, initialValues } from './clean.ts';
import { keepClosed } from './closed-fields.ts';
import { beyondReach } from './reach.ts';
import { RowsRefused } from './rows-refused.ts';
import { stampCreation } from './stamps.ts';
import { targetErrors } from './targets.ts';
import { settleUnique } from './unique.ts';

/**
 * What was sent, as whole and stamped rows: checked as if one came after the other, with few statements.
 * Throws RowsRefused with every row that cannot be made.
 */
export async function newRows(
  reads: ActingReads,
  definition: Definition,
  sent: readonly Raw[],
): Promise<Raw[]> {
  const refused = new Map<number, AppError>();
  const rows = new Map<number, Raw>();
  const rights = await rightsOver(reads, definition);
  const stamps = stampCreation(definition.audit, reads.act);
  for (const [index, values] of sent.entries()) {
    try {
      const row = cleanWhole(definition, values);
      if (definition.guarded.length > 0)
        keepClosed(definition, rights, { sent: values, values: row, before: initialValues(definition) });
      rows.set(index, { ...row, ...stamps });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(index, error);
    }
  }
  for (const errorsOf of [targetErrors, settleUnique, beyondReach]) {
    const errors = await errorsOf(reads, definition, [...rows.values()]);
    for (const [place, index] of [...rows.keys()].entries()) {
      const error = errors[place];
      if (error && rows.delete(index)) refused.set(index, error);
    }
  }
  if (refused.size > 0) throw new RowsRefused(refused);
  return [...rows.values()];
}
