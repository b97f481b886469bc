import type { Shape } from '../../contract/column.ts';
import type { Database } from '../database/database.ts';
import type { Raw, Reader } from '../database/engine.ts';
import { rowReader } from '../database/row-reader.ts';
import { prepare } from '../database/statement.ts';
import type { ConditionWriter } from './condition.ts';

type Prepared = ReturnType<typeof prepare<string>>;
type Compilable = ReturnType<Parameters<typeof prepare>[0]>;

/** Most statements that stay compiled. */
const MAX_PREPARED = 500;

/** Runs queries whose statements are compiled once for each shape, and are kept as long as they are not too many. */
export class Queries {
  readonly #database: Database;
  readonly #prepared = new Map<string, { statement: Prepared; read: (raw: Raw) => Raw }>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The rows of a query. `build` must follow from the shape alone; all else is bound by the values' names. */
  async rows(
    reader: Reader,
    shape: unknown,
    values: Raw,
    columns: Shape,
    build: (writer: ConditionWriter) => Compilable,
  ): Promise<Raw[]> {
    const key = JSON.stringify(shape);
    let known = this.#prepared.get(key);
    if (!known) {
      const { query, engine } = this.#database;
      known = {
        statement: prepare((slot) => build({ query, findText: engine.findText, slot })),
        read: rowReader<Raw>(engine, columns),
      };
      if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
      this.#prepared.set(key, known);
    }
    return (await reader.all(known.statement(values))).map(known.read);
  }
}
