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
    if (rows.length === 0) return rows;
    const found = new Map<string, ReadonlyMap<unknown, Raw>>();
    for (const expansion of selection.expanded)
      found.set(expansion.column, await targets(expansion, rows, values));
    return rows.map((row) => {
      const shown: Raw = {};
      for (const name of selection.columns) shown[name] = row[name];
      if (found.size > 0)
        shown.expanded = Object.fromEntries(
          [...found].map(([column, byId]) => [column, follow(byId, row[column])]),
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
      shapeOf(definition, columns),
      (writer) => writer.query.selectFrom(definition.name).select(columns).where(toSql(writer, wanted)),
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
