import { describeColumn, describeType } from '../columns.ts';
import { nextGeneration } from '../generations.ts';
import { isNotNull } from '../operations.ts';
import type { RecordedColumn } from '../schema-state.ts';
import type { Table } from '../table.ts';
import { type Operation, type Step, startStep, stoppedStep } from './step.ts';

/** A field whose column may differ from its definition. */
export interface ColumnChange {
  readonly table: Table;
  readonly field: string;
  /** The column that holds the field's values now. */
  readonly current: string;
  readonly before: RecordedColumn;
  readonly wanted: RecordedColumn;
}

/** Gives a column a wider bound. It keeps its values. */
export function widen(change: ColumnChange): Step {
  const { table, before } = change;
  const { subject, summary, bound, ...step } = resize(change);
  const was = [...(before.was ?? []), { column: before.column, since: before.since }];
  const as = { ...resized(change), since: nextGeneration(table), was };
  return {
    ...startStep,
    ...step,
    subject,
    summary: `${summary}: it is widened`,
    operations: [...bound, { record: subject, as }],
  };
}

/** Gives a column a narrower bound, if every value fits. */
export function narrow(change: ColumnChange): Step {
  const { table, field, current, before } = change;
  const { subject, summary, bound, ...step } = resize(change);
  const kind = table.definition.fields[field];
  const fits = { kind: 'fits', table: table.currentName, column: current, before: before.column } as const;
  const as = resized(change);
  return {
    ...stoppedStep,
    ...step,
    subject,
    summary: `${summary}: it is narrowed, and every value must fit`,
    checks: kind ? [{ ...fits, to: { field: kind, isConverted: false } }] : [],
    operations: [{ record: subject, as: { ...as, unfinished: true } }, ...bound, { record: subject, as }],
  };
}

/** The record of a resized column. Other changes of the field are separate steps. */
function resized({ before: { nullable, policy }, wanted: { column } }: ColumnChange): RecordedColumn {
  return { column, nullable, ...(policy && { policy }) };
}

/** What widening and narrowing have in common. */
function resize({ table, field, current, before, wanted }: ColumnChange) {
  const { engine, definition, name, currentName } = table;
  const described = describeColumn(engine, field, wanted.column, definition.fields[field]?.initial);
  const bound: Operation[] = engine.boundColumn(name, described).map((sql) => ({ sql }));
  return {
    subject: `${name}.${field}`,
    summary: `is ${describeType(before.column)} in the table but ${describeType(wanted.column)} in the definition`,
    rows: { table: currentName, where: isNotNull(current) },
    lock: bound.length > 0 ? 'copy' : 'none',
    bound,
  } as const;
}
