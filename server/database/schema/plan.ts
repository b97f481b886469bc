import type { Definition } from '../../definitions/define-record.ts';
import type { Engine } from '../engine.ts';
import { columnSteps } from './column-steps.ts';
import { newIndexes, obsoleteIndexes } from './index-steps.ts';
import type { Present } from './present.ts';
import type { Step } from './step.ts';
import { tableFor } from './table.ts';
import { createTable, renameTable } from './table-steps.ts';

/**
 * What it takes to bring the tables in step with the definitions, in this order; nothing where they are. Pure: it reads
 * nothing and changes nothing. After each step, what is left is again a plan.
 */
export function planSchema(
  engine: Engine,
  definitions: readonly Definition[],
  present: Present,
  today: string,
): Step[] {
  const made: Step[] = []; // first: a column of many references needs its link table
  const changed: Step[] = [];
  for (const definition of definitions) {
    const table = tableFor(engine, definition, present, today);
    if (!table) {
      made.push(createTable(engine, definition));
      continue;
    }
    if (table.source !== table.name) changed.push(renameTable(table));
    // An index that is not wanted any more may not allow for its column's change.
    changed.push(...obsoleteIndexes(table), ...columnSteps(table), ...newIndexes(table));
  }
  return [...made, ...changed];
}
