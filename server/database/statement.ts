import type { CompiledQuery } from 'kysely';

/** SQL and its values. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Set if the statement reads the rows of one key, which is its only value. */
  readonly lookup?: Lookup;
  /** The reader needs no further rows once they hold this many characters. Set if the rows may be large. */
  readonly enough?: number;
  /** Set if the statement updates or deletes no row but the one of this id. */
  readonly onlyRow?: bigint;
}

/** How the rows of several keys are read by one statement. */
export interface Lookup {
  statementOf(keys: readonly bigint[]): Statement;
  keyOf(row: Readonly<Record<string, unknown>>): bigint;
}

interface Compilable {
  compile(): CompiledQuery;
}

/** The place of a value that is known only when the statement runs. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once, for statements that requests run. `build` marks values with `slot`; the returned function binds them:
 * `const byId = prepare((slot) => query.selectFrom('book').selectAll().where('id', '=', slot('id')))`, then `byId({ id: 7n })`.
 */
export function prepare<Names extends string>(
  build: (slot: (name: Names) => unknown) => Compilable,
): (values: Readonly<Record<Names, unknown>>) => Statement {
  const { sql, parameters } = build((name) => new Slot(name)).compile();
  return (values) => ({
    sql,
    parameters: parameters.map((value) => (value instanceof Slot ? values[value.name as Names] : value)),
  });
}

/**
 * Like `prepare`, for the rows of one key. An engine may read them together with the rows of other keys. `build` makes the query
 * for any number of keys, its only values; `column` holds the key in each result row:
 * `prepareLookup('id', (ids) => query.selectFrom('book').selectAll().where('id', 'in', ids))`, then `byId(7n)`.
 */
export function prepareLookup(
  column: string,
  build: (keys: bigint[]) => Compilable,
): (key: bigint) => Statement {
  const compile = (count: number) => build(Array<bigint>(count).fill(0n)).compile().sql;
  const known = new Map([[1, compile(1)]]);
  const sqlFor = (count: number) => {
    const sql = known.get(count) ?? compile(count);
    known.set(count, sql);
    return sql;
  };
  const lookup: Lookup = {
    statementOf(keys) {
      const count = 4 ** Math.ceil(Math.log2(keys.length) / 2); // few distinct counts, so that statements recur; the last key fills the rest
      const parameters = Array.from({ length: count }, (_, index) => keys[index] ?? keys.at(-1));
      return { sql: sqlFor(count), parameters };
    },
    keyOf: (row) => BigInt(row[column] as bigint | string),
  };
  return (key) => ({ sql: sqlFor(1), parameters: [key], lookup });
}
