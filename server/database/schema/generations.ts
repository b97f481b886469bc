import { asidesIn } from './aside.ts';
import { describeType, wantedColumns } from './columns.ts';
import type { Kept } from './present.ts';
import { recordedOf, type Table } from './table.ts';

// Each start that adds to a table or widens it begins a new generation of it; all that was there at first is of generation 0.

/** The generation that changes of a table begin. */
export function nextGeneration(table: Table): number {
  return Math.max(...generationsOf(table)) + 1;
}

/**
 * Whether a definition is what an earlier generation of its table was made for: a version that served before later ones added
 * to the table, and may serve again. What came since stays, for it stands in nobody's way.
 */
export function isOfEarlierGeneration(table: Table): boolean {
  const { definition, has, name, source } = table;
  const wanted = wantedColumns(definition);
  const columns = [...has].filter((column) => asidesIn(new Set([column])).length === 0);
  if (name !== source || [...wanted.keys()].some((column) => !has.has(column))) return false;
  const wasFor = (generation: number) =>
    columns.every((column) => {
      const [kept, asked] = [recordedOf(table, column), wanted.get(column)];
      const then = kept && kindAt(kept, generation);
      if (!asked) return kept !== undefined && then === undefined;
      return then && kept.nullable === asked.nullable && describeType(then) === describeType(asked.column);
    });
  const [, ...earlier] = generationsOf(table).sort((one, other) => other - one);
  return earlier.some(wasFor);
}

function generationsOf(table: Table): number[] {
  const generations = [...table.has].flatMap((column) => {
    const kept = recordedOf(table, column);
    return kept ? [kept, ...(kept.was ?? [])].map(({ since = 0 }) => since) : [];
  });
  return [...new Set([0, ...generations])];
}

/** What a column was in a generation; undefined where it was not yet there. */
function kindAt({ column, since, was = [] }: Kept, generation: number): Kept['column'] | undefined {
  return [...was, { column, since }].findLast((kind) => (kind.since ?? 0) <= generation)?.column;
}
