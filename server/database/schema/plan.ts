import type { Definition } from '../../definitions/define-record.ts';
import type { Engine } from '../engine.ts';
import { columnSteps } from './column-steps.ts';
import { indexSteps } from './index-steps.ts';
import type { Present } from './present.ts';
import type { Step } from './step.ts';
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
    const { name, renamedFrom } = definition;
    const old = renamedFrom.find((one) => present.tables.has(one) && !present.left.has(one));
    const source = old ?? name;
    const has = present.tables.get(source);
    if (!has) {
      made.push(createTable(engine, definition));
      continue;
    }
    const table = { engine, definition, present, name, source, has, today };
    if (old !== undefined) changed.push(renameTable(table));
    changed.push(...columnSteps(table), ...indexSteps(table));
  }
  return [...made, ...changed];
}
