import { droppedColumns } from './column-names.ts';
import { describeType, hasSameCollation, hasSameLocale, hasSamePolicy, wantedColumns } from './columns.ts';
import type { RecordedColumn } from './schema-state.ts';
import { recordedOf, type Table } from './table.ts';

// A start that adds to a table or widens it begins a new generation of the table. A new table is of generation 0.

/** The generation that changes of a table begin. */
export function nextGeneration(table: Table): number {
  return Math.max(...generationsOf(table)) + 1;
}

/**
 * Whether a definition matches an earlier generation of its table, as after a rollback. Later additions then stay: they do
 * not disturb the earlier version.
 */
export function isOfEarlierGeneration(table: Table): boolean {
  const { definition, name, currentName } = table;
  const wanted = wantedColumns(definition);
  const dropped = new Set(droppedColumns(table.columns).map((column) => column.name));
  const columns = [...table.columns].filter((column) => !dropped.has(column));
  if (name !== currentName || [...wanted.keys()].some((column) => !table.columns.has(column))) return false;
  const matches = (generation: number) =>
    columns.every((column) => {
      const [recorded, asked] = [recordedOf(table, column), wanted.get(column)];
      const then = recorded && typeAt(recorded, generation);
      if (!asked) return recorded !== undefined && then === undefined;
      return (
        then &&
        recorded.nullable === asked.nullable &&
        hasSamePolicy(recorded, asked) &&
        hasSameLocale(recorded, asked) &&
        hasSameCollation(recorded, asked) &&
        describeType(then) === describeType(asked.column)
      );
    });
  const [, ...earlier] = generationsOf(table).sort((one, other) => other - one);
  return earlier.some(matches);
}

function generationsOf(table: Table): number[] {
  const generations = [...table.columns].flatMap((column) => {
    const recorded = recordedOf(table, column);
    return recorded ? [recorded, ...(recorded.was ?? [])].map(({ since = 0 }) => since) : [];
  });
  return [...new Set([0, ...generations])];
}

/** A column's type in a generation, or undefined if it did not exist yet. */
function typeAt({ column, since, was = [] }: RecordedColumn, generation: number) {
  return [...was, { column, since }].findLast((type) => (type.since ?? 0) <= generation)?.column;
}
