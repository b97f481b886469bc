import { MAX_FOLLOWED } from '../../contract/limits.ts';
import type { Database } from '../database/database.ts';
import type { Raw } from '../database/engine.ts';
import { badParameters } from '../errors.ts';
import { Bindings } from './bindings.ts';
import { allOf, toSql } from './condition.ts';
import { shapeOf } from './page-query.ts';
import type { Queries } from './queries.ts';
import { idsIn } from './row.ts';
import type { Expansion, Selection } from './selection.ts';

/** Fills in what rows refer to: under `expanded`, by the field's name; null, or fewer, where there is nothing that the asker sees. */
export type Expand = (selection: Selection, rows: readonly Raw[], values: Raw) => Promise<readonly Raw[]>;

/** The columns that must be read to show a selection. */
export function columnsOf({ columns, expanded }: Selection): string[] {
  return [...new Set([...columns, ...expanded.map(({ column }) => column)])];
}

/** Expands with exactly one statement for each reference and level, however many rows there are. */
export function makeExpand({ engine, reads }: Database, queries: Queries): Expand {
  const expand: Expand = async (selection, rows, values) => {
    const found: [column: string, byId: ReadonlyMap<unknown, Raw>][] = [];
    for (const expansion of selection.expanded)
      found.push([expansion.column, await targets(expansion, rows, values)]);
    return rows.map((row) => {
      const shown = onlyColumns(selection.columns, row);
      if (found.length > 0)
        shown.expanded = Object.fromEntries(
          found.map(([column, byId]) => [column, follow(byId, row[column])]),
        );
      return shown;
    });
  };

  async function targets({ column, visible, selection }: Expansion, rows: readonly Raw[], values: Raw) {
    const ids = [...new Set(rows.flatMap((row) => idsIn(row, column)))];
    if (ids.length === 0) return new Map();
    if (ids.length > MAX_FOLLOWED)
      throw badParameters({ expand: `${column} 在此页引用的记录超过 ${MAX_FOLLOWED} 条，请减少 count` });
    const { definition } = selection;
    const bindings = new Bindings(engine, 'id');
    const wanted = allOf([visible, { column: 'id', in: bindings.addList({ type: 'bigint' }, ids) }]);
    const columns = columnsOf(selection);
    const found = await queries.rows(
      reads,
      [definition.name, columns, wanted],
      { ...values, ...bindings.values },
      (writer) => ({
        query: writer.query.selectFrom(definition.name).select(columns).where(toSql(writer, wanted)),
        columns: shapeOf(definition, columns),
      }),
    );
    const shown = await expand(selection, found, values);
    return new Map(shown.map((row) => [row.id, row]));
  }
  return expand;
}

/** The row that an id stands for, or those that many do, in their order, as far as the asker sees them. */
function follow(byId: ReadonlyMap<unknown, Raw>, value: unknown): Raw | Raw[] | null {
  const there = (id: unknown): readonly Raw[] => [byId.get(id) ?? []].flat();
  return Array.isArray(value) ? value.flatMap(there) : (there(value)[0] ?? null);
}

/** The row without what was read for other ends; itself where there is nothing else. */
function onlyColumns(columns: readonly string[], row: Raw): Raw {
  if (Object.keys(row).length === columns.length) return row;
  return Object.fromEntries(columns.map((name) => [name, row[name]]));
}
