import type { Connection, Engine } from '../../database/engine.ts';
import { searchTable } from '../../database/search-sql.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { type Change, isSame, type Row } from '../row.ts';
import { tokensOf } from './tokens.ts';

/** Rows a statement; each may bring half a megabyte. */
const AT_ONCE = 16;

/** Brings the full text index in step with rows that were written, in their transaction. */
export async function indexChanges(
  engine: Engine,
  connection: Connection,
  definition: Definition,
  changes: readonly Change[],
): Promise<void> {
  if (definition.search.length === 0) return;
  const names = definition.search.flat();
  const changed = changes.filter(
    ([before, after]) => !before || names.some((name) => !isSame(before[name] ?? null, after[name] ?? null)),
  );
  await indexRows(
    engine,
    connection,
    definition,
    changed.map(([, after]) => after),
  );
}

/** Adds rows to the full text index, replacing their entries. */
export async function indexRows(
  { search }: Engine,
  connection: Connection,
  definition: Definition,
  rows: readonly Row[],
): Promise<void> {
  if (definition.search.length === 0) return;
  const table = searchTable(definition.name);
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    if (first > 0 && isTurnOver()) await freeTurn();
    const entries = rows
      .slice(first, first + AT_ONCE)
      .map((row) => ({ id: row.id, tokens: tokensOf(definition, row) }));
    await connection.run(search.put(table, entries));
  }
}

/** Takes rows out of the full text index. */
export async function removeFromIndex(
  { search }: Engine,
  connection: Connection,
  definition: Definition,
  ids: readonly bigint[],
): Promise<void> {
  if (definition.search.length === 0) return;
  for (let first = 0; first < ids.length; first += 500)
    await connection.run(search.remove(searchTable(definition.name), ids.slice(first, first + 500)));
}
