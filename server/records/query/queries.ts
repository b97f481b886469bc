import type { Shape } from '../../../contract/column.ts';
import type { Database } from '../../database/database.ts';
import type { Raw, Reader } from '../../database/engine.ts';
import { prepare, type Statement } from '../../database/statement.ts';
import { rowsReader } from '../../database/values.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import type { ConditionWriter } from './conditions/condition.ts';

type Compilable = ReturnType<Parameters<typeof prepare>[0]>;

/** A statement, and how its records are read. */
interface Prepared {
  readonly statement: ReturnType<typeof prepare<string>>;
  readonly read: ReturnType<typeof rowsReader<Raw>>;
}

/**
 * A query's shape, its values, and how to build it. Building may depend only on the shape; values are bound by name. Pass a
 * recurring shape as its key, which is made once.
 */
export type QueryCall = readonly [
  shape: string | readonly unknown[],
  values: Raw,
  build: (writer: ConditionWriter) => { readonly query: Compilable; readonly columns: Shape },
];

/** A key that identifies a shape. */
export function keyOf(shape: readonly unknown[]): string {
  return JSON.stringify(shape);
}

/** The most compiled statements to keep. */
const MAX_PREPARED = 500;

/** Runs queries whose statements are compiled once for each shape and kept, up to a limit. */
export class Queries {
  readonly #database: Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The records of a query. */
  records(reader: Reader, ...[shape, values, build]: QueryCall): MaybePromise<Raw[]> {
    const { statement, read } = this.#known(shape, build);
    return whenKnown(reader.all(statement(values)), read);
  }

  /** The statement of a query, for callers that read its records in another way. */
  statement(...[shape, values, build]: QueryCall): Statement {
    return this.#known(shape, build).statement(values);
  }

  #known(shape: QueryCall[0], build: QueryCall[2]): Prepared {
    const key = typeof shape === 'string' ? shape : keyOf(shape);
    let known = this.#prepared.get(key);
    if (!known) {
      known = this.#prepare(build);
      if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
      this.#prepared.set(key, known);
    }
    return known;
  }

  #prepare(build: QueryCall[2]): Prepared {
    const { query, engine } = this.#database;
    let columns: Shape = {};
    const statement = prepare<string>((slot) => {
      const built = build({ query, engine, slot });
      columns = built.columns;
      return built.query;
    });
    return { statement, read: rowsReader<Raw>(engine, columns) };
  }
}
