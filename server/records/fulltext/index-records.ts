import type { Connection, Engine } from '../../database/engine.ts';
import { searchTable } from '../../database/search-sql.ts';
import type { Statement } from '../../database/statement.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { freeTurn, inTurns, isTurnOver } from '../../shared/turn.ts';
import { type AnyRecord, type Change, isSame } from '../record.ts';
import { MOST_CHARACTERS, tokensOf } from './tokens.ts';

/** Records a statement; fewer if their tokens are long. */
const AT_ONCE = 16;

/** Brings the full text index in step with records that were written, in their transaction. */
export async function indexChanges(
  engine: Engine,
  connection: Connection,
  definition: Definition,
  changes: readonly Change[],
): Promise<void> {
  const names = definition.search.flat();
  const changed = changes.filter(
    ([before, after]) => !before || names.some((name) => !isSame(before[name] ?? null, after[name] ?? null)),
  );
  await indexRecords(
    engine,
    connection,
    definition,
    changed.map(([, after]) => after),
  );
}

/** Adds records to the full text index, replacing their entries. */
export async function indexRecords(
  { search }: Engine,
  connection: Connection,
  definition: Definition,
  records: readonly AnyRecord[],
): Promise<void> {
  if (definition.search.length === 0) return;
  const table = searchTable(definition.name);
  const put = async (rows: readonly Entry[]) => {
    await runInTurn(connection, search.put(table, rows));
    if (search.merge) await runInTurn(connection, search.merge(table));
  };
  let entries: Entry[] = [];
  let size = 0;
  for (const record of records) {
    const tokens = await inTurns(tokensOf(definition, record));
    if (entries.length === AT_ONCE || (size > 0 && size + tokens.length > MOST_CHARACTERS)) {
      await put(entries);
      [entries, size] = [[], 0];
    }
    entries.push({ id: record.id, tokens });
    size += tokens.length;
  }
  if (entries.length > 0) await put(entries);
}

interface Entry {
  readonly id: bigint;
  readonly tokens: string;
}

async function runInTurn(connection: Connection, statement: Statement): Promise<void> {
  if (isTurnOver()) await freeTurn();
  await connection.run(statement);
}

/** Takes records out of the full text index. */
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
