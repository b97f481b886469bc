import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Condition } from './condition.ts';
import { readRows } from './filter.ts';
import type { Use } from './rights.ts';
import type { Scope } from './scope.ts';

/** What can be done with a living row, of which a list tells whether its reader may. */
const told: readonly Use[] = ['update', 'delete'];
const toldOfPast: readonly Use[] = ['history', 'restore'];

/** What a reader may do with each row of a list: for each use whether with any, or with which. */
export type Permitted = Readonly<Record<string, boolean | Condition>>;

/** The names of the uses that a list tells of. */
export function usesTold({ audit }: Definition): readonly Use[] {
  return audit === 'full' ? [...told, ...toldOfPast] : told;
}

export function readPermitted(scope: Scope, definition: Definition): Permitted {
  const uses = usesTold(definition).map((use) => {
    const rows = scope.rights.rows(definition, use);
    return [use, typeof rows === 'object' ? readRows(scope, definition, rows) : rows === 'all'] as const;
  });
  return Object.fromEntries(uses);
}

/** The conditions among these, under names that no column has: the statement that reads the rows judges them as well. */
export function judgedIn(permitted: Permitted): Readonly<Record<string, Condition>> {
  const judged = Object.entries(permitted).flatMap(([use, rows]) =>
    typeof rows === 'object' ? [[columnOf(use), rows] as const] : [],
  );
  return Object.fromEntries(judged);
}

/** What may be done with one row that was read with these. */
export function permittedWith(permitted: Permitted, row: Raw): Record<string, boolean> {
  const uses = Object.entries(permitted).map(([use, rows]) => [
    use,
    typeof rows === 'object' ? row[columnOf(use)] === true : rows,
  ]);
  return Object.fromEntries(uses);
}

function columnOf(use: string): string {
  return `_can.${use}`;
}
