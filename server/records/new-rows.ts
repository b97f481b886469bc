import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { type ActingReads, rightsOver } from './act.ts';
import { cleanWhole } from './clean.ts';
import { keepClosed } from './closed-fields.ts';
import { beyondReach } from './reach.ts';
import { Refusals } from './rows-refused.ts';
import { stampCreation } from './stamps.ts';
import { targetErrors } from './targets.ts';
import { settleUnique } from './unique.ts';

/**
 * What was sent, as whole and stamped rows: checked as if one came after the other, with few statements. Where a hook says what
 * a row gets besides, there may be but one. Throws RowsRefused with every row that cannot be made.
 */
export async function newRows(
  reads: ActingReads,
  definition: Definition,
  sent: readonly Raw[],
  besidesOf?: (values: Raw) => Promise<Raw>,
): Promise<Raw[]> {
  const refusals = new Refusals();
  const rows = new Map<number, Raw>();
  let besides: Raw = {};
  const rights = await rightsOver(reads, definition);
  const stamps = stampCreation(definition.audit, reads.act);
  for (const [index, values] of sent.entries()) {
    try {
      const row = cleanWhole(definition, values);
      if (definition.guarded.length > 0)
        keepClosed(definition, rights, { sent: values, values: row, before: definition.initial });
      if (besidesOf) besides = await besidesOf(row);
      rows.set(index, { ...row, ...besides, ...stamps });
    } catch (error) {
      refusals.note(index, error);
    }
  }
  const targets: typeof settleUnique = (...checked) => targetErrors(...checked, besides);
  for (const errorsOf of [targets, settleUnique, beyondReach]) {
    const errors = await errorsOf(reads, definition, [...rows.values()]);
    for (const [place, index] of [...rows.keys()].entries()) {
      const error = errors[place];
      if (error && rows.delete(index)) refusals.note(index, error);
    }
  }
  refusals.throwAny();
  return [...rows.values()];
}
