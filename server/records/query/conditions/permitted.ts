import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { Use } from '../../rights.ts';
import type { Scope } from '../scope.ts';
import type { Condition } from './condition.ts';
import { readRecords } from './filter.ts';

/** The uses of a living record that a list reports under `can`. */
const always: readonly Use[] = ['update', 'delete'];
const withHistory: readonly Use[] = ['history', 'restore'];

/** What the actor may do with each record of a list: for each use, with all records, with none, or those meeting a condition. */
export type Permitted = Readonly<Record<string, boolean | Condition>>;

/** The uses that a list of this collection reports. */
export function reportedUses({ audit, draftOf }: Definition): readonly Use[] {
  if (draftOf !== undefined) return [...always, ...withHistory, 'publish'];
  return audit === 'full' ? [...always, ...withHistory] : always;
}

/** Reads the actor's rights into conditions that the list's own query evaluates. */
export function readPermitted(scope: Scope, definition: Definition): Permitted {
  const uses = reportedUses(definition).map((use) => {
    const records = scope.rights.records(definition, use);
    return [
      use,
      typeof records === 'object' ? readRecords(scope, definition, records) : records === 'all',
    ] as const;
  });
  return Object.fromEntries(uses);
}

/** The conditions among these, as extra columns of the list's query, under names that no column has. */
export function flagsOf(permitted: Permitted): Readonly<Record<string, Condition>> {
  const flags = Object.entries(permitted).flatMap(([use, records]) =>
    typeof records === 'object' ? [[columnOf(use), records] as const] : [],
  );
  return Object.fromEntries(flags);
}

/** What the actor may do with one record, read with these columns. */
export function permittedWith(permitted: Permitted, record: Raw): Record<string, boolean> {
  const uses = Object.entries(permitted).map(([use, records]) => [
    use,
    typeof records === 'object' ? record[columnOf(use)] === true : records,
  ]);
  return Object.fromEntries(uses);
}

function columnOf(use: string): string {
  return `_can.${use}`;
}
