import { MAX_FOLLOWED } from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Raw } from '../../database/engine.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { Bindings } from '../query/bindings.ts';
import { allOf, toSql } from '../query/condition.ts';
import type { Queries } from '../query/queries.ts';
import type { Expansion, Selection } from '../query/selection.ts';
import { idsIn } from '../row.ts';
import { charactersOf, mayBeTooLong, requireBounded, untilTooLong, type Weight } from './answer-weight.ts';
import { shapeOf } from './page-query.ts';

/** Adds the rows that rows refer to, under `expanded` by field; null, or fewer, if the actor may not read them. */
export type Expand = (selection: Selection, rows: readonly Raw[], values: Raw) => Promise<readonly Raw[]>;

/** The columns that must be read to show a selection. */
export function columnsOf({ columns, expanded }: Selection): string[] {
  return [...new Set([...columns, ...expanded.map(({ column }) => column)])];
}

/** A row as it is shown, and what it adds to the answer, everything expanded below it included. */
interface Shown extends Weight {
  readonly row: Raw;
}

/** Expands with exactly one statement for each reference and level, however many rows there are. */
export function makeExpand({ engine, reads }: Database, queries: Queries): Expand {
  /** Refuses what is too much before anything is copied. */
  async function show(selection: Selection, rows: readonly Raw[], values: Raw): Promise<readonly Shown[]> {
    const found: [column: string, byId: ReadonlyMap<unknown, Shown>][] = [];
    for (const expansion of selection.expanded)
      found.push([expansion.column, await targets(expansion, rows, values)]);
    const weighed = rows.map((row) => {
      const shown = onlyColumns(selection.columns, row);
      return { row, shown, ...weigh(shown, found, row) };
    });
    requireBounded(weighed);
    return weighed.map(({ row, shown, ...weight }) => {
      if (found.length > 0)
        shown.expanded = Object.fromEntries(
          found.map(([column, byId]) => [column, follow(byId, row[column])]),
        );
      return { row: shown, ...weight };
    });
  }

  async function targets(
    { column, visible, selection }: Expansion,
    rows: readonly Raw[],
    values: Raw,
  ): Promise<ReadonlyMap<unknown, Shown>> {
    const ids = [...new Set(rows.flatMap((row) => idsIn(row, column)))];
    if (ids.length === 0) return new Map();
    if (ids.length > MAX_FOLLOWED)
      throw badParameters({ expand: message('tooManyFollowed', { name: column, max: MAX_FOLLOWED }) });
    const { definition } = selection;
    const bindings = new Bindings(engine, 'id');
    const wanted = allOf([visible, { column: 'id', in: bindings.addList({ type: 'bigint' }, ids) }]);
    const columns = columnsOf(selection);
    const found = await queries.rows(
      mayBeTooLong(definition, columns, ids.length) ? untilTooLong(reads, 'expand') : reads,
      [definition.name, columns, wanted],
      { ...values, ...bindings.values },
      (writer) => ({
        query: writer.query.selectFrom(definition.name).select(columns).where(toSql(writer, wanted)),
        columns: shapeOf(definition, columns),
      }),
    );
    const shown = await show(selection, found, values);
    return new Map(found.map(({ id }, place) => [id, shown[place] as Shown]));
  }

  return async (selection, rows, values) => {
    if (selection.expanded.length === 0) return rows.map((row) => onlyColumns(selection.columns, row));
    return (await show(selection, rows, values)).map(({ row }) => row);
  };
}

function weigh(
  shown: Raw,
  found: readonly (readonly [column: string, byId: ReadonlyMap<unknown, Shown>])[],
  row: Raw,
): Weight {
  let characters = charactersOf(shown);
  let placed = 0;
  for (const [column, byId] of found)
    for (const id of idsIn(row, column)) {
      const there = byId.get(id);
      if (!there) continue;
      characters += there.characters;
      placed += 1 + there.placed;
    }
  return { characters, placed };
}

/** The row of an id, or the rows of many ids in their order, as far as the actor may read them. */
function follow(byId: ReadonlyMap<unknown, Shown>, value: unknown): Raw | Raw[] | null {
  const there = (id: unknown): readonly Raw[] => [byId.get(id)?.row ?? []].flat();
  return Array.isArray(value) ? value.flatMap(there) : (there(value)[0] ?? null);
}

/** The row without columns that were read for other purposes; the same row if there are none. */
function onlyColumns(columns: readonly string[], row: Raw): Raw {
  if (Object.keys(row).length === columns.length) return row;
  return Object.fromEntries(columns.map((name) => [name, row[name]]));
}
