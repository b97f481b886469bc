import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { AppError } from '../../errors.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { reachErrors } from '../rows/reachable-rows.ts';
import { rightsOver, type WriteReads } from '../rows/write-context.ts';
import { Refusals } from './rows-refused.ts';
import { cleanWhole } from './values/clean.ts';
import { keepClosed } from './values/closed-fields.ts';
import { stampCreation } from './values/stamps.ts';
import { targetErrors } from './values/targets.ts';
import { settleUnique } from './values/unique.ts';

/**
 * Turns what was sent into whole, stamped rows: checked as if one came after the other, with few statements. If hooks add
 * values (`additionsOf`), only one row may be sent. Throws RowsRefused, naming every row that cannot be created.
 */
export async function newRows(
  reads: WriteReads,
  definition: Definition,
  sent: readonly Raw[],
  additionsOf?: (values: Raw) => Promise<Raw>,
): Promise<Raw[]> {
  const refusals = new Refusals();
  const rows = new Map<number, Raw>();
  let additions: Raw = {};
  const rights = await rightsOver(reads, definition);
  const stamps = stampCreation(definition.audit, reads.context);
  for (const [index, values] of sent.entries()) {
    if (index > 0 && isTurnOver()) await freeTurn();
    try {
      const row = await cleanWhole(definition, values);
      keepClosed(definition, rights, { sent: values, values: row, before: definition.initial });
      if (additionsOf) additions = await additionsOf(row);
      rows.set(index, { ...row, ...additions, ...stamps });
    } catch (error) {
      refusals.note(index, error);
    }
  }
  const left = () => [...rows.values()];
  /** Drops the rows that have an error; `errors` is indexed like the rows that are left. */
  const refuse = (errors: readonly (AppError | undefined)[]) => {
    for (const [position, index] of [...rows.keys()].entries()) {
      const error = errors[position];
      if (error && rows.delete(index)) refusals.note(index, error);
    }
  };
  refuse(await targetErrors(reads, definition, left(), additions));
  refuse(await settleUnique(reads, definition, left()));
  refuse(await reachErrors(reads, definition, left(), ['create']));
  refusals.throwAny();
  return left();
}
