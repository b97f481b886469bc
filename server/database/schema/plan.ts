import type { Definition } from '../../definitions/define-record.ts';
import { columnSteps } from './steps/column-steps.ts';
import { newIndexes, obsoleteIndexes } from './steps/index-steps.ts';
import type { Step } from './steps/step.ts';
import { createTable, renameTable } from './steps/table-steps.ts';
import { type Planned, tableFor } from './table.ts';

/**
 * The steps, in order, that make the tables of `some` definitions, or of all, match them. Pure: it reads and changes nothing.
 * Planning again after any step gives the remaining ones.
 */
export function planSchema(planned: Planned, some: readonly Definition[] = planned.definitions): Step[] {
  const created: Step[] = []; // first: a column of many references needs its link table
  const changed: Step[] = [];
  for (const definition of some) {
    const table = tableFor(planned, definition);
    if (!table) {
      created.push(createTable(planned.engine, definition));
      continue;
    }
    if (table.currentName !== table.name) changed.push(renameTable(table));
    // Obsolete indexes first: one could prevent its column's change.
    changed.push(...obsoleteIndexes(table), ...columnSteps(table), ...newIndexes(table));
  }
  return [...created, ...changed];
}
