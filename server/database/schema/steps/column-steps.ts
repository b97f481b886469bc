import { linkName } from '../../../definitions/derived/link-collection.ts';
import { quireCommand } from '../../../shared/system/how-to-call.ts';
import { literal } from '../../values.ts';
import {
  backfillValue,
  type ColumnChange,
  compareTypes,
  currentColumn,
  describeColumn,
  droppedColumns,
  fieldOfShadow,
  fillNulls,
  hasSameLocale,
  hasSamePolicy,
  keepsColumn,
  nextGeneration,
  type RecordedColumn,
  recordedOf,
  renameColumn,
  shadowOf,
  type Table,
  wantedColumns,
} from '../index.ts';
import { cleanStored } from './cleaning-steps.ts';
import { convert, refilled, settleShadow } from './conversion-steps.ts';
import { dropColumn } from './dropped-columns.ts';
import { distinctAfter } from './index-steps.ts';
import { keySteps, obsoleteKeys, staleKeys } from './key-steps.ts';
import { listRows } from './remedies.ts';
import { narrow, widen, widened } from './resize-steps.ts';
import { ruleSteps } from './rule-steps.ts';
import { type Operation, type SchemaStep, startStep, stoppedStep } from './step.ts';

/** The steps that give a table exactly its definition's columns. */
export function columnSteps(table: Table): SchemaStep[] {
  const wanted = wantedColumns(table.definition);
  const used = new Set([...wanted.keys()].map((field) => currentColumn(table, field)));
  const others = [...table.columns].filter(
    (column) => !used.has(column) || fieldOfShadow(column) !== undefined,
  );
  return [
    ...others.flatMap((column) => unusedColumnSteps(table, column)),
    ...[...wanted].flatMap(([field, column]) => fieldSteps(table, field, column)),
  ];
}

/** The steps for a column that belongs to no field. */
function unusedColumnSteps(table: Table, column: string): SchemaStep[] {
  if (droppedColumns([column]).length > 0) return [];
  const field = fieldOfShadow(column);
  if (field !== undefined) return settleShadow(table, column, field);
  return [obsoleteKeys(table, column) ?? dropColumn(table, column)];
}

/** The steps of one column. Those that change texts make their sort keys be filled again. */
function fieldSteps(table: Table, field: string, wanted: RecordedColumn): SchemaStep[] {
  if (wanted.collation !== undefined) return keySteps(table, field, wanted);
  const stale = staleKeys(table, field);
  const distinct = distinctAfter(table, field);
  return stepsOfField(table, field, wanted).map((step) =>
    step.when === 'atStart'
      ? step
      : { ...step, checks: [...step.checks, ...distinct], operations: [...stale, ...step.operations] },
  );
}

function stepsOfField(table: Table, field: string, wanted: RecordedColumn): SchemaStep[] {
  const current = currentColumn(table, field);
  if (current === undefined) return [addColumn(table, field, wanted)];
  if (current === shadowOf(field)) return []; // `unusedColumnSteps` settles it
  const renamed = current === field ? [] : [renameField(table, field, current)];
  const before = recordedOf(table, current);
  return before ? [...renamed, ...changeSteps({ table, field, current, before, wanted })] : renamed;
}

function addColumn(table: Table, name: string, wanted: RecordedColumn): SchemaStep {
  const { engine, definition, state, name: collection, currentName } = table;
  const field = definition.fields[name];
  const backfill = backfillValue(definition, name, table.today);
  const link = linkName(collection, name);
  const subject = `${collection}.${name}`;
  const operations: Operation[] = [
    ...(wanted.column.type === 'ids' && state.tables.has(link) ? [{ sql: `delete from "${link}"` }] : []),
    { record: subject, as: { ...wanted, since: nextGeneration(table) } },
    {
      sql: `alter table "${collection}" add column ${describeColumn(engine, name, wanted.column, backfill)}`,
    },
  ];
  if (field && !field.nullable && field.initial === null)
    return {
      ...stoppedStep,
      subject,
      operations,
      summary: 'is new and required and has no default, so its table must be empty',
      remedies: ["Give the field a default in place of 'required', or add it without and require it later."],
      checks: [{ kind: 'empty', table: currentName }],
    };
  const dropped = droppedColumns(table.columns).find((column) => column.field === name);
  if (!dropped) {
    const lock = backfill !== null && engine.copiesToAdd(wanted.column) ? 'copy' : 'moment';
    return { ...startStep, subject, operations, lock, summary: 'is new' };
  }
  const summary = `is new, but a dropped column had this name. To recover its values: ${quireCommand} migrate --recover ${subject}. Otherwise the new column starts with its default, and ${dropped.name} stays.`;
  return { ...stoppedStep, subject, operations, summary };
}

function renameField(table: Table, field: string, current: string): SchemaStep {
  return {
    ...stoppedStep,
    subject: `${table.name}.${field}`,
    summary: `is renamed from ${current}, with its values${table.definition.audit === 'full' ? ' and history' : ''}`,
    rows: { table: table.currentName },
    operations: [
      ...(table.definition.audit === 'full'
        ? [{ renaming: { collection: table.name, field, was: current } }]
        : []),
      ...renameColumn(table.name, current, field, recordedOf(table, current)),
      ...(table.definition.fields[field]?.nested ? refilled(table, current, undefined) : []),
      ...refilled(table, field, table.definition.fields[field]),
    ],
  };
}

function changeSteps(change: ColumnChange): SchemaStep[] {
  const { before, wanted } = change;
  if (!hasSameLocale(before, wanted)) return [anotherDefault(change)];
  switch (compareTypes(before, wanted)) {
    case 'same':
      return valueSteps(change);
    case 'wider':
      return [widen(change), ...valueSteps({ ...change, before: widened(change) })];
    case 'narrower':
      if (keepsColumn(change.table.definition, change.field)) return valueSteps(change);
      return [narrow(change), ...valueSteps({ ...change, before: { ...before, rule: wanted.rule } })];
    case 'converted':
      return [convert(change)];
  }
}

/** The steps about what values are, whatever type their column has. */
function valueSteps(change: ColumnChange): SchemaStep[] {
  const { before, wanted } = change;
  const isUnclean = wanted.policy !== 'text' && !hasSamePolicy(before, wanted);
  return [
    ...(before.nullable && !wanted.nullable ? [refuseNulls(change)] : []),
    ...(isUnclean ? [cleanStored(change)] : ruleSteps(change)),
  ];
}

/** LOCALES begins with another language: the values would be taken for texts in it. */
function anotherDefault({ table, field, before, wanted }: ColumnChange): SchemaStep {
  const subject = `${table.name}.${field}`;
  return {
    ...stoppedStep,
    subject,
    summary: `holds texts in '${before.locale}', and LOCALES makes '${wanted.locale}' the default. Put '${before.locale}' first; its table must be empty otherwise`,
    checks: [{ kind: 'empty', table: table.currentName }],
    operations: [{ record: subject, as: wanted }],
  };
}

/** The field no longer allows null. */
function refuseNulls({ table, field, current, before, wanted }: ColumnChange): SchemaStep {
  const { engine, definition, name: collection, currentName } = table;
  const subject = `${collection}.${field}`;
  const { policy, rule, targets } = before; // what the values have passed so far
  const recorded = { record: subject, as: { ...wanted, policy, rule, targets } };
  const backfill = backfillValue(definition, field, table.today);
  const step = {
    ...stoppedStep,
    subject,
    rows: { table: currentName, where: `"${current}" is null` },
  };
  if (backfill === null)
    return {
      ...step,
      lock: 'none',
      summary: 'no longer allows null, so no record may hold it',
      remedies: [listRows, "Or give the field a default in place of 'required': such records get it."],
      checks: [{ kind: 'noNulls', table: currentName, column: current }],
      operations: [recorded],
    };
  const value = literal(engine.encode(wanted.column, backfill));
  return {
    ...step,
    lock: 'rows',
    summary: `no longer allows null: records that hold it get ${value}`,
    remedies: [listRows],
    operations: [fillNulls(collection, field, value), recorded],
  };
}
