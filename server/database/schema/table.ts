import type { Definition } from '../../definitions/define-collection.ts';
import type { Engine } from '../engine.ts';
import { shadowOf } from './column-names.ts';
import { compareTypes, hasSamePolicy, type TypeChange, wantedColumn } from './columns.ts';
import type { RecordedColumn, SchemaState } from './schema-state.ts';

/** An existing table and its definition. */
export interface Table {
  readonly engine: Engine;
  readonly definition: Definition;
  /** All definitions, its own among them. */
  readonly definitions: readonly Definition[];
  readonly state: SchemaState;
  /** Its name in the definition. */
  readonly name: string;
  /** Its name now. */
  readonly currentName: string;
  readonly columns: ReadonlySet<string>;
  /** `20261121`. */
  readonly today: string;
}

/** A field whose column may differ from its definition. */
export interface ColumnChange {
  readonly table: Table;
  readonly field: string;
  /** The column that holds the field's values now. */
  readonly current: string;
  readonly before: RecordedColumn;
  readonly wanted: RecordedColumn;
}

/** What tables are planned with. */
export type Planned = Pick<Table, 'engine' | 'definitions' | 'state' | 'today'>;

/** The table of a definition, under its name or a former one, or undefined. */
export function tableFor(
  { engine, definitions, state, today }: Planned,
  definition: Definition,
): Table | undefined {
  const { name, renamedFrom } = definition;
  const isFormer = (former: string) => state.tables.has(former) && !state.emptyFormerTables.has(former);
  const currentName = renamedFrom.find(isFormer) ?? name;
  const columns = state.tables.get(currentName);
  return columns && { engine, definition, definitions, state, name, currentName, columns, today };
}

/** The column that holds a field's values now, or undefined. */
export function currentColumn({ columns, definition }: Table, field: string): string | undefined {
  if (columns.has(field)) return field;
  if (columns.has(shadowOf(field))) return shadowOf(field);
  return definition.fields[field]?.renamedFrom.find((former) => columns.has(former));
}

/** The record of an existing column. */
export function recordedOf(
  { state, currentName }: Pick<Table, 'state' | 'currentName'>,
  column: string,
): RecordedColumn | undefined {
  return state.recorded.get(`${currentName}.${column}`);
}

/** Whether a migration makes other values of a field's values: it converts or cleans them, renames words, or fills nulls. */
export function changesValues(table: Table, name: string): boolean {
  const field = table.definition.fields[name];
  const change = changeTo(table, name);
  if (!field || change === undefined) return false;
  const before = recordedOf(table, currentColumn(table, name) ?? name);
  return (
    change === 'converted' ||
    field.renamedWords !== undefined ||
    (field.policy !== 'text' && before !== undefined && !hasSamePolicy(before, field)) ||
    (before?.nullable === true && !field.nullable && field.initial !== null)
  );
}

/** How a field's values change, or undefined if it has none or their type is not recorded. */
export function changeTo(table: Table, field: string): TypeChange | undefined {
  const current = currentColumn(table, field);
  const before = current === undefined ? undefined : recordedOf(table, current);
  const wanted = wantedColumn(table.definition, field);
  return before && wanted && compareTypes(before, wanted);
}
