import type { Definition } from '../../definitions/define-collection.ts';
import { columnSteps } from './steps/column-steps.ts';
import { newIndexes, obsoleteIndexes } from './steps/index-steps.ts';
import type { SchemaStep } from './steps/step.ts';
import { createTable, renameTable } from './steps/table-steps.ts';
import { type Planned, tableFor } from './table.ts';

/**
 * The steps, in order, that make the tables of `some` definitions, or of all, match them. Pure: it reads and changes nothing.
 * Planning again after any step gives the remaining ones.
 */
export function planSchema(
  planned: Planned,
  some: readonly Definition[] = planned.definitions,
): SchemaStep[] {
  const created: SchemaStep[] = []; // first: a column of many references needs its link table
  const changed: SchemaStep[] = [];
  for (const definition of ownFirst(some)) {
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

/** The server's own tables first: the history must have its own columns before it follows what is renamed in others. */
function ownFirst(definitions: readonly Definition[]): Definition[] {
  return definitions.toSorted((one, other) => Number(isFollowed(one)) - Number(isFollowed(other)));
}

/** Whether the history follows what is renamed in a table. */
function isFollowed({ name, audit }: Definition): boolean {
  return audit === 'full' || !name.startsWith('quire_');
}
