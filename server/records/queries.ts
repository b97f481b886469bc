import type { Shape } from '../../contract/column.ts';
import type { Database } from '../database/database.ts';
import type { Raw, Reader } from '../database/engine.ts';
import { rowReader } from '../database/row-reader.ts';
import { prepare } from '../database/statement.ts';
import type { ConditionWriter } from './condition.ts';

type Compilable = ReturnType<Parameters<typeof prepare>[0]>;

/** A statement, and how its answer is read. */
interface Prepared {
  readonly statement: ReturnType<typeof prepare<string>>;
  readonly read: (raw: Raw) => Raw;
}

/** Most statements that stay compiled. */
const MAX_PREPARED = 500;

/** Runs queries whose statements are compiled once for each shape, and are kept as long as they are not too many. */
export class Queries {
  readonly #database: Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The rows of a query. `build` must follow from the shape alone; all else is bound by the values' names. */
  async rows(
    reader: Reader,
    shape: unknown,
    values: Raw,
    build: (writer: ConditionWriter) => { readonly query: Compilable; readonly columns: Shape },
  ): Promise<Raw[]> {
    const key = JSON.stringify(shape);
    let known = this.#prepared.get(key);
    if (!known) {
      known = this.#prepare(build);
      if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
      this.#prepared.set(key, known);
    }
    return (await reader.all(known.statement(values))).map(known.read);
  }

  #prepare(build: Parameters<Queries['rows']>[3]): Prepared {
    const { query, engine } = this.#database;
    let columns: Shape = {};
    const statement = prepare<string>((slot) => {
      const built = build({ query, findText: engine.findText, slot });
      columns = built.columns;
      return built.query;
    });
    return { statement, read: rowReader<Raw>(engine, columns) };
  }
}
