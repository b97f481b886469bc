import type { Definition } from '../../definitions/define-record.ts';
import type { Engine } from '../engine.ts';
import { draftOf } from './aside.ts';
import { type Change, changeOf, wantedColumns } from './columns.ts';
import type { Kept, Present } from './present.ts';

/** A table that is there, and the definition that it is for. */
export interface Table {
  readonly engine: Engine;
  readonly definition: Definition;
  readonly present: Present;
  /** The name that it will have, and the one that it has. */
  readonly name: string;
  readonly source: string;
  /** The columns that it has. */
  readonly has: ReadonlySet<string>;
  /** `20261121`. */
  readonly today: string;
}

/** The table of a definition, under whichever of its names; undefined where there is none. */
export function tableFor(
  engine: Engine,
  definition: Definition,
  present: Present,
  today: string,
): Table | undefined {
  const { name, renamedFrom } = definition;
  const source = renamedFrom.find((one) => present.tables.has(one) && !present.left.has(one)) ?? name;
  const has = present.tables.get(source);
  return has && { engine, definition, present, name, source, has, today };
}

/** The column that holds a field's values now; undefined where none does. */
export function standingFor({ has, definition }: Table, name: string): string | undefined {
  if (has.has(name)) return name;
  if (has.has(draftOf(name))) return draftOf(name);
  return definition.fields[name]?.renamedFrom.find((old) => has.has(old));
}

/** What was recorded of a column that is there. */
export function recordedOf({ present, source }: Table, column: string): Kept | undefined {
  return present.recorded.get(`${source}.${column}`);
}

/** What becomes of the values that a field has now; undefined where it has none, or nobody knows of what kind they are. */
export function changeTo(table: Table, name: string): Change | undefined {
  const standing = standingFor(table, name);
  const before = standing === undefined ? undefined : recordedOf(table, standing);
  const wanted = wantedColumns(table.definition).get(name);
  return before && wanted && changeOf(before, wanted);
}
