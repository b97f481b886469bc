import type { CompiledQuery } from 'kysely';

/** SQL with its values, ready for an engine. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Where it asks for the rows of one key, its only value. */
  readonly lookup?: Lookup;
}

/** How the rows of several keys are asked for at once. */
export interface Lookup {
  statementOf(keys: readonly bigint[]): Statement;
  keyOf(row: Readonly<Record<string, unknown>>): bigint;
}

interface Compilable {
  compile(): CompiledQuery;
}

/** Stands in a statement for a value that is known only when it runs. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once, for statements on the request's way. `build` is handed a maker of slots; the answer binds them:
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
 * As `prepare`, for the rows of a key, which an engine may ask for together with those of others. `build` makes the query of
 * any number of keys, its only values; `column` is the one of its answer that holds a row's key:
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
      const count = 4 ** Math.ceil(Math.log2(keys.length) / 2); // of few that come again; the last key fills it up
      const parameters = Array.from({ length: count }, (_, index) => keys[index] ?? keys.at(-1));
      return { sql: sqlFor(count), parameters };
    },
    keyOf: (row) => BigInt(row[column] as bigint | string),
  };
  return (key) => ({ sql: sqlFor(1), parameters: [key], lookup });
}
