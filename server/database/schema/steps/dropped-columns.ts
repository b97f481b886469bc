import { type Definition, linkName } from '../../../definitions/for-server.ts';
import type { Engine } from '../../engine.ts';
import { literal } from '../../values.ts';
import { type DroppedColumn, droppedColumns, droppedName, lastDayOf } from '../column-names.ts';
import { backfillValue, compareTypes, describeType, wantedColumn } from '../columns.ts';
import { deleteColumn, fillNulls, isNotNull, renameColumn } from '../operations.ts';
import type { SchemaState } from '../schema-state.ts';
import { currentColumn, recordedOf, type Table } from '../table.ts';
import { refilled } from './conversion-steps.ts';
import { type SchemaStep, startStep, stoppedStep } from './step.ts';
import { createTable } from './table-steps.ts';

/** Drops a column that belongs to no field: it is renamed, and can be recovered until it is pruned. */
export function dropColumn(table: Table, column: string): SchemaStep {
  const { name, currentName, columns, state, today } = table;
  const recorded = recordedOf(table, column);
  const dropped = droppedName(column, today, columns);
  const link = linkName(name, column);
  const hasLinks = recorded?.column.type === 'ids' && state.tables.has(link);
  return {
    ...stoppedStep,
    subject: `${name}.${column}`,
    summary: `is no longer in the definition: it is dropped as ${dropped} and can be recovered.${hintOfRenaming(table, column)}`,
    rows: { table: currentName, where: isNotNull(column) },
    checks: column === 'is_deleted' ? [{ kind: 'noneDeleted', table: currentName }] : [],
    operations: [
      ...renameColumn(name, column, dropped, recorded),
      ...(hasLinks ? [{ sql: `drop table "${link}"` }] : []),
      ...refilled(table, column, undefined),
    ],
  };
}

/** A dropped field and a new one of the same type may be one field that was renamed. */
function hintOfRenaming(table: Table, column: string): string {
  const recorded = recordedOf(table, column);
  if (!recorded) return '';
  const alike = Object.entries(table.definition.columns).flatMap(([name, wanted]) => {
    const isNew = currentColumn(table, name) === undefined;
    return isNew && describeType(recorded.column) === describeType(wanted) ? name : [];
  });
  return alike.length === 0
    ? ''
    : ` If the field was renamed, add renamedFrom: '${column}' to ${alike.join(' or ')}.`;
}

/** The steps that prune columns dropped more than `keepDays` ago. */
export function pruneSteps({ tables }: SchemaState, today: string, keepDays: number): SchemaStep[] {
  return [...tables].flatMap(([table, columns]) =>
    droppedColumns(columns)
      .filter((dropped) => lastDayOf(dropped, keepDays) < today)
      .map((dropped) => prune(table, dropped)),
  );
}

/** Deletes a dropped column for good. */
export function prune(table: string, { name: column }: DroppedColumn): SchemaStep {
  return {
    ...startStep,
    when: 'anyTime',
    subject: `${table}.${column}`,
    summary: 'is pruned: its values are deleted for good',
    rows: { table, where: isNotNull(column) },
    operations: deleteColumn(table, column),
  };
}

/** The context of recovering a column. */
export interface RecoveryContext {
  readonly engine: Engine;
  readonly definitions: readonly Definition[];
  readonly state: SchemaState;
  readonly today: string;
}

/** Makes a dropped column the column of its field again. */
export function recover(
  { engine, definitions, state, today }: RecoveryContext,
  definition: Definition,
  { name: column, field }: DroppedColumn,
): SchemaStep {
  const table = definition.name;
  const recorded = state.recorded.get(`${table}.${column}`);
  const wanted = wantedColumn(definition, field);
  const isSame = recorded && wanted && compareTypes(recorded, wanted) === 'same';
  const backfill = isSame ? backfillValue(definition, field, today) : null;
  const link = recorded?.column.type === 'ids' ? linkName(table, field) : undefined;
  const missing = definitions.find(({ name }) => name === link && !state.tables.has(name));
  const as = recorded && { ...recorded, nullable: wanted?.nullable || backfill === null };
  return {
    ...stoppedStep,
    subject: `${table}.${column}`,
    summary: `is recovered as ${field}`,
    rows: { table, where: isNotNull(column) },
    operations: [
      ...(missing ? createTable(engine, missing).operations : []),
      ...(link === undefined ? [] : [{ link, table, column }]),
      // Rows that were created since the drop hold null.
      ...(recorded && backfill !== null
        ? [fillNulls(table, column, literal(engine.encode(recorded.column, backfill)))]
        : []),
      ...renameColumn(table, column, field, as),
      ...refilled({ name: table, state }, field, definition.fields[field]),
    ],
  };
}
