import { Kysely } from 'kysely';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Engine } from '../engine.ts';
import { withQueries } from '../query-sources.ts';
import { onlyLiving } from './only-living.ts';

/** Definitions name tables and columns at run time; the compiler knows only that they have names. */
export type Tables = Record<string, Record<string, unknown>>;

/** A query builder for the engine's SQL, limited to rows that are not deleted. */
export function makeQuery(
  engine: Engine,
  definitions: readonly Definition[],
  queries: readonly Definition[] = [],
): Kysely<Tables> {
  const deletable = new Set(definitions.filter(({ audit }) => audit === 'full').map(({ name }) => name));
  return new Kysely({ dialect: withQueries(engine, queries, deletable), plugins: [onlyLiving(deletable)] });
}
