import { Kysely } from 'kysely';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Engine } from '../engine.ts';
import { onlyLiving } from './only-living.ts';

/** Definitions name tables and columns at run time; the compiler knows only that they have names. */
export type Tables = Record<string, Record<string, unknown>>;

/** A query builder for the engine's SQL, limited to rows that are not deleted. */
export function makeQuery(engine: Engine, definitions: readonly Definition[]): Kysely<Tables> {
  const deletable = definitions.filter(({ audit }) => audit === 'full').map(({ name }) => name);
  return new Kysely({ dialect: engine.dialect, plugins: [onlyLiving(new Set(deletable))] });
}
