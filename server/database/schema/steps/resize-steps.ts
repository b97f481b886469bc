import { describeColumn, describeType } from '../columns.ts';
import { nextGeneration } from '../generations.ts';
import { isNotNull } from '../operations.ts';
import type { RecordedColumn } from '../schema-state.ts';
import type { ColumnChange } from '../table.ts';
import { keptCheck } from './fits-check.ts';
import { remediesFor } from './remedies.ts';
import { type Operation, type SchemaStep, startStep, stoppedStep } from './step.ts';

/** Gives a column a wider bound. It keeps its values. */
export function widen(change: ColumnChange): SchemaStep {
  const { subject, summary, bound, ...step } = resize(change);
  const as = widened(change);
  return {
    ...startStep,
    ...step,
    subject,
    summary: `${summary}: it is widened`,
    operations: [...bound, { record: subject, as }],
  };
}

/** The record of a widened column. */
export function widened(change: ColumnChange): RecordedColumn {
  const { table, before } = change;
  const was = [...(before.was ?? []), { column: before.column, since: before.since }];
  return { ...resized(change), since: nextGeneration(table), was };
}

/** Gives a column a narrower bound, if every value passes the field's rule. */
export function narrow(change: ColumnChange): SchemaStep {
  const { table, field, wanted } = change;
  const { subject, summary, bound, ...step } = resize(change);
  const kind = table.definition.fields[field];
  const as = { ...resized(change), ...(wanted.rule && { rule: wanted.rule }) };
  return {
    ...stoppedStep,
    ...step,
    subject,
    summary: `${summary}: it is narrowed, and every value must fit`,
    checks: kind ? [keptCheck(change, kind)] : [],
    remedies: kind ? remediesFor(kind) : [],
    operations: [{ record: subject, as: { ...as, unfinished: true } }, ...bound, { record: subject, as }],
  };
}

/** The record of a resized column. Other changes of the field are separate steps. */
function resized({ before, wanted: { column } }: ColumnChange): RecordedColumn {
  const { nullable, policy, rule, targets } = before;
  return { column, nullable, ...(policy && { policy }), ...(rule && { rule }), ...(targets && { targets }) };
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
