import type { CompiledQuery } from 'kysely';

/** SQL with its values, ready for an engine. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
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
