import { type Field, linkName, nestedName } from '../../../definitions/for-server.ts';
import { droppedName, shadowOf } from '../column-names.ts';
import { describeColumn, describeType } from '../columns.ts';
import { wantedIndexes } from '../indexes.ts';
import { deleteColumn, dropIndex, renameColumn } from '../operations.ts';
import type { RecordedColumn } from '../schema-state.ts';
import { type ColumnChange, changeTo, recordedOf, type Table } from '../table.ts';
import { changedTargets, fitsCheck } from './fits-check.ts';
import { remediesFor } from './remedies.ts';
import { type Operation, type SchemaStep, startStep, stoppedStep } from './step.ts';

/**
 * Converts a field's values into a shadow column; then drops the old column; then gives the shadow the field's name. So if no
 * column has the field's name, the shadow is complete.
 */
export function convert(change: ColumnChange): SchemaStep {
  const { table, field, before, wanted } = change;
  const { engine, definition, state, name, currentName, columns, today } = table;
  const kind = definition.fields[field];
  if (!kind) throw new Error(`${name}.${field} is managed by the server and never changes its type`);
  const shadow = shadowOf(field);
  const covering = wantedIndexes(definition)
    .filter(({ columns: held, nulls }) => held.includes(field) || nulls.includes(field))
    .flatMap((index) => state.indexes.filter((one) => one.name === index.name));
  const described = describeColumn(engine, shadow, wanted.column, kind.initial);
  const { policy: _, ...recorded } = wanted; // not yet: the history has to be cleaned as well
  return {
    ...stoppedStep,
    lock: 'rows',
    subject: `${name}.${field}`,
    summary: `is ${describeType(before.column)} in the table but ${describeType(wanted.column)} in the definition: its values are converted, and the old ones are kept as a dropped column`,
    rows: { table: currentName },
    checks: [{ ...fitsCheck(change, kind), nulls: true }],
    remedies: remediesFor(kind, changedTargets(change), false),
    operations: [
      ...covering.flatMap((index) => dropIndex(table, index, false)),
      ...(columns.has(shadow) ? deleteColumn(name, shadow) : []),
      { record: `${name}.${shadow}`, as: recorded },
      { sql: `alter table "${name}" add column ${described}` },
      { convert: name, from: { name: field, column: before.column }, into: shadow, to: kind },
      ...renameColumn(name, field, droppedName(field, today, columns), before),
      ...useShadow(table, field, recorded),
    ],
  };
}

/** The steps for a shadow column that an interrupted conversion left. */
export function settleShadow(table: Table, shadow: string, field: string): SchemaStep[] {
  const { name, currentName, columns } = table;
  if (!columns.has(field))
    return [
      {
        ...stoppedStep,
        subject: `${name}.${field}`,
        summary: 'was converted by a migration that was interrupted: the converted values take effect',
        rows: { table: currentName },
        operations: useShadow(table, field, recordedOf(table, shadow)),
      },
    ];
  if (changeTo(table, field) === 'converted') return []; // the conversion starts over
  return [
    {
      ...startStep,
      subject: `${name}.${shadow}`,
      summary: 'is left over from an interrupted migration',
      operations: deleteColumn(name, shadow),
    },
  ];
}

/** Gives a complete shadow column the field's name. */
function useShadow(table: Table, field: string, recorded: RecordedColumn | undefined): Operation[] {
  const { name, definition } = table;
  const shadow = shadowOf(field);
  const link = { link: linkName(name, field), table: name, column: shadow };
  return [
    ...(recorded?.column.type === 'ids' ? [link] : []),
    ...renameColumn(name, shadow, field, recorded),
    ...refilled(table, field, definition.fields[field]),
  ];
}

/** Brings the index of values inside groups and lists in step with a column that has another shape or name. */
export function refilled(
  { name, state }: Pick<Table, 'name' | 'state'>,
  field: string,
  kind: Field | undefined,
): Operation[] {
  const index = nestedName(name);
  if (kind?.nested) return [{ index, table: name, name: field, field: kind }];
  return state.tables.has(index) ? [{ index, table: name, name: field, field: undefined }] : [];
}
